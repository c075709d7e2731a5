// German: names of starts.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "preset.Marienbad": "Marienbad",
  "preset.Nimatron": "Nimatron",
  "preset.TacTix": "TacTix",
  "preset.Petersen graph": "Petersen-Graph",
  "preset.star of a cube": "Würfel, Sterne",
  "preset.ring of nine": "Neunerring",
  "preset.pairs on a grid": "Gitter, Paare",
  "preset.divisors of 60": "Teiler von 60",
  "preset.tree of ten": "Baum",
  "preset.zigzag of seven": "Zickzack",
  "choice.0.77": "0.77 Kayles",
  "choice.0.137": "0.137 Dawsons Schach",
  "choice.0.07": "0.07 Dawsons Kayles",
  "choice.0.6": "0.6 Officers",
  "choice.0.007": "0.007 Treblecross",
};
