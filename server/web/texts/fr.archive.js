// Français : les archives des parties.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "archive.title": "Archives",
  "archive.about": "Toutes les parties jouées ici, et ce que chaque coup a changé.",
  "archive.games": "Parties",
  "archive.filters": "Quelles parties",
  "archive.player": "Joueur",
  "archive.opponent": "Contre",
  "archive.variant": "Jeu",
  "archive.result": "Résultat",
  "archive.rated": "Classée ou non",
  "archive.within": "Quand",
  "archive.any": "peu importe",
  "archive.casual": "amicale",
  "archive.none": "Aucune partie de ce genre n’a été jouée.",
  "archive.noneYet": "Rien de tel parmi les dernières parties.",
  "archive.older": "Parties plus anciennes",
  "archive.newest": "Revenir aux plus récentes",
  "archive.further": "Chercher plus loin",
  "archive.wonBy": "{name} a gagné",
  "within.day": "depuis un jour",
  "within.week": "depuis une semaine",
  "within.month": "depuis un mois",
  "within.year": "depuis un an",
};
