// Deutsch: das Archiv der Partien.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "archive.title": "Archiv",
  "archive.about": "Jede Partie, die hier gespielt wurde, und was jeder ihrer Züge bewirkt hat.",
  "archive.games": "Partien",
  "archive.filters": "Welche Partien",
  "archive.player": "Name",
  "archive.opponent": "Gegen",
  "archive.variant": "Spiel",
  "archive.result": "Ergebnis",
  "archive.rated": "Gewertet oder nicht",
  "archive.within": "Wann",
  "archive.any": "beliebig",
  "archive.casual": "ungewertet",
  "archive.none": "Eine solche Partie gab es nicht.",
  "archive.noneYet": "Unter den letzten Partien ist keine solche.",
  "archive.older": "Ältere Partien",
  "archive.newest": "Zurück zu den neuesten",
  "archive.further": "Weiter zurück suchen",
  "archive.wonBy": "{name} gewann",
  "within.day": "in den letzten 24 Stunden",
  "within.week": "in der letzten Woche",
  "within.month": "im letzten Monat",
  "within.year": "im letzten Jahr",
};
