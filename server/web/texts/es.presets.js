// Spanish: names of starts.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "preset.Marienbad": "Marienbad",
  "preset.Nimatron": "Nimatron",
  "preset.TacTix": "TacTix",
  "preset.Petersen graph": "Grafo de Petersen",
  "preset.star of a cube": "Cubo, estrellas",
  "preset.ring of nine": "Anillo de nueve",
  "preset.pairs on a grid": "Cuadrícula, parejas",
  "preset.divisors of 60": "Divisores de 60",
  "preset.tree of ten": "Árbol",
  "preset.zigzag of seven": "Zigzag",
  "choice.0.77": "0.77 Kayles",
  "choice.0.137": "0.137 Ajedrez de Dawson",
  "choice.0.07": "0.07 Kayles de Dawson",
  "choice.0.6": "0.6 Officers",
  "choice.0.007": "0.007 Treblecross",
};
