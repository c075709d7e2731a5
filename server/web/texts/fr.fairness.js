// French: how a game is made fair.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "table.checked": "Vérifié :",
  "table.checkedWhy": "le serveur s’était engagé sur cette graine avant la partie.",
  "table.sameStart":
    "le départ est celui de la partie précédente, donc déjà connu. Le serveur s’était engagé sur sa graine avant cette partie-là.",
  "table.unchecked":
    "Cette page ne vérifie pas que la graine donne bien ce départ. « nim-bot check » refait le tirage.",
  "table.broken": "Engagement non tenu :",
  "table.brokenWhy": "avant la partie, le serveur s’était engagé sur une autre graine.",
  "bid.how":
    "Dites chacun en secret qui doit commencer et combien de votre temps vous y mettriez. L’offre la plus haute l’emporte et se paie. Si vous êtes d’accord, personne ne paie.",
  "bid.want": "Vous préférez",
  "bid.begin": "commencer",
  "bid.follow": "répondre",
  "bid.most": "au prix de {time}",
  "bid.make": "Offrir {time}",
  "bid.row": "{name} a offert {time} pour {wish}.",
  "bid.rowBegin": "commencer",
  "bid.rowFollow": "répondre",
  "bid.paid": "{name} commence. {payer} a payé {time}.",
  "bid.free": "{name} commence et personne ne paie : vous étiez d’accord.",
  "bid.lot": "Les offres étaient égales ; le sort auquel le serveur s’était engagé a décidé.",
  "bid.broken": "Ce n’est pas le sort auquel le serveur s’était engagé.",
  "handicap.title": "Les chances ont été égalisées.",
  "handicap.begins": "{first} ({one}) commence contre {second} ({two}).",
  "handicap.rated": "cote {rating}",
  "handicap.unrated": "pas encore de cote, comptée {rating}",
  "handicap.time": "{name} a {time} au lieu de {full}.",
  "handicap.chance": "Calculé d’après les deux cotes : {chance} % pour {first}, {rest} % pour {second}.",
  "handicap.assumed": "On suppose ici que la moitié du temps vaut 100 points.",
};
