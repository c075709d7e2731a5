// 21: whoever says the target loses.

import { total } from "../boards/single.js";
import { OF_TOTAL } from "./fields.js";

/** @type {import("./index.js").VariantFile} */
export default {
  board: total,
  ownStart: OF_TOTAL,
  words: {
    en: {
      name: "21",
      hint: "Whoever says 21 loses",
      rules: "Raise the total by 1 to {step}, never past {target}.",
      "goal.normal": "Whoever says {target} wins.",
      "goal.misere": "Whoever says {target} loses.",
    },
    de: {
      name: "21",
      hint: "Zähl weiter; wer 21 sagt, verliert",
      rules: "Erhöhe die Summe um 1 bis {step}, nie über {target}.",
      "goal.normal": "Wer {target} sagt, gewinnt.",
      "goal.misere": "Wer {target} sagt, verliert.",
    },
    es: {
      name: "21",
      hint: "Cuenta; quien dice 21 pierde",
      rules: "Aumenta el total de 1 a {step}, sin pasar de {target}.",
      "goal.normal": "Quien dice {target} gana.",
      "goal.misere": "Quien dice {target} pierde.",
    },
    fr: {
      name: "21",
      hint: "Comptez ; qui dit 21 perd",
      rules: "Augmentez le total de 1 à {step}, sans dépasser {target}.",
      "goal.normal": "Celui qui dit {target} gagne.",
      "goal.misere": "Celui qui dit {target} perd.",
    },
  },
};
