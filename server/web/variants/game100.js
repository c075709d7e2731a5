// 100: whoever says the target wins.

import { total } from "../boards/single.js";
import { OF_TOTAL } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: total,
  ownStart: OF_TOTAL,
  words: {
    en: {
      name: "100",
      hint: "Add one to ten; reach 100",
      rules: "Raise the total by 1 to {step}, never past {target}.",
      "goal.normal": "Whoever says {target} wins.",
      "goal.misere": "Whoever says {target} loses.",
    },
    de: {
      name: "100",
      hint: "Zähl 1 bis 10 dazu; erreiche 100",
      rules: "Erhöhe die Summe um 1 bis {step}, nie über {target}.",
      "goal.normal": "Wer {target} sagt, gewinnt.",
      "goal.misere": "Wer {target} sagt, verliert.",
    },
    es: {
      name: "100",
      hint: "Suma hasta diez; llega a 100",
      rules: "Aumenta el total de 1 a {step}, sin pasar de {target}.",
      "goal.normal": "Quien dice {target} gana.",
      "goal.misere": "Quien dice {target} pierde.",
    },
    fr: {
      name: "100",
      hint: "Ajoutez jusqu’à dix ; atteignez 100",
      rules: "Augmentez le total de 1 à {step}, sans dépasser {target}.",
      "goal.normal": "Celui qui dit {target} gagne.",
      "goal.misere": "Celui qui dit {target} perd.",
    },
  },
};
