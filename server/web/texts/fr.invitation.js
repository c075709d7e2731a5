// French: the page behind an invitation link.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "invitation.title": "On vous invite à une partie",
  "invitation.gone": "Cette invitation n’est plus ouverte.",
  "invitation.accept": "Jouer",
  "invitation.decline": "Pas maintenant",
  "invitation.to": "Une partie de {game}",
  "invitation.from": "{name} vous invite à une partie de {game}",
  "invitation.start": "Départ",
  "invitation.clock": "Pendule",
  "invitation.noClock": "aucune",
  "invitation.begins": "Commence",
  "invitation.counts": "Type",
  "invitation.rated": "classée",
  "invitation.casual": "amicale",
  "invitation.begins.first": "{name}",
  "invitation.begins.second": "vous",
  "invitation.begins.random": "au sort",
  "invitation.begins.handicap": "de façon à égaliser les chances",
  "invitation.begins.bid": "chacun mise de son temps",
  "invitation.begins.pie": "vous choisissez",
  "invitation.code": "Code QR de cette invitation",
  "invitation.elsewhere": "Jouez sur votre téléphone : visez ceci avec l’appareil photo.",
  "invitation.in": "Vous en êtes.",
  "invitation.seats": {
    one: "{n} place sur {seats} est prise.",
    other: "{n} places sur {seats} sont prises.",
  },
  "invitation.stay":
    "La partie commence dès que toutes le sont, ou que {name} laisse les autres à des bots. Votre place est gardée tant que cette page reste ouverte.",
};
