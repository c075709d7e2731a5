// English: the archive of games.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "archive.title": "Archive",
  "archive.about": "Every game that was played here, with what each of its moves did.",
  "archive.games": "Games",
  "archive.filters": "Which games",
  "archive.player": "Player",
  "archive.opponent": "Against",
  "archive.variant": "Game",
  "archive.result": "Result",
  "archive.rated": "Rated or not",
  "archive.within": "When",
  "archive.any": "any",
  "archive.casual": "casual",
  "archive.none": "No such game was played.",
  "archive.noneYet": "No such game among the latest ones.",
  "archive.older": "Older games",
  "archive.newest": "Back to the newest",
  "archive.further": "Look further back",
  "archive.wonBy": "{name} won",
  "within.day": "in the last day",
  "within.week": "in the last week",
  "within.month": "in the last month",
  "within.year": "in the last year",
};
