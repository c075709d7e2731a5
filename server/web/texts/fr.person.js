// Français : rencontrer quelqu’un depuis sa page.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "person.here": "ici en ce moment",
  "person.away": "pas là en ce moment",
  "person.plays": "voir sa partie",
  "person.challenge": "Défier {name}",
  "person.absent": "On ne peut défier que les joueurs présents.",
  "person.blocked": "Vous avez bloqué {name}.",
  "person.waiting": "{name} a reçu votre défi.",
  "person.withdraw": "Retirer le défi",
  "person.send": "Envoyer le défi",
  "person.close": "Pas maintenant",
  "declined.later": "{name} ne veut pas jouer maintenant.",
  "declined.busy": "{name} a d’autres parties en cours.",
  "declined.game": "{name} préfère un autre jeu.",
  "declined.clock": "{name} préfère une autre cadence.",
  "declined.rated": "{name} ne joue que des parties classées.",
  "declined.casual": "{name} ne joue que des parties amicales.",
  "declined.left": "{name} n’est plus là.",
  "declined.withdrawn": "Le défi a été retiré.",
};
