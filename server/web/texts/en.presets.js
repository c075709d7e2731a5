// English: names of starts.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "preset.Marienbad": "Marienbad",
  "preset.Nimatron": "Nimatron",
  "preset.TacTix": "TacTix",
  "preset.Petersen graph": "Petersen graph",
  "preset.star of a cube": "Cube, stars",
  "preset.ring of nine": "Ring of nine",
  "preset.pairs on a grid": "Grid, pairs",
  "preset.divisors of 60": "Divisors of 60",
  "preset.tree of ten": "Tree",
  "preset.zigzag of seven": "Zigzag",
  "choice.0.77": "0.77 Kayles",
  "choice.0.137": "0.137 Dawson's Chess",
  "choice.0.07": "0.07 Dawson's Kayles",
  "choice.0.6": "0.6 Officers",
  "choice.0.007": "0.007 Treblecross",
};
