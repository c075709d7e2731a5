// Coin turning: heads and tails in a row.

import { faces } from "../boards/faces.js";
import { oneOf } from "./fields.js";

const RULES = ["turtles", "mock_turtles", "ruler", "twins", "triplets"];

/** @type {import("./index.js").VariantFile} */
export default {
  board: faces,
  ownStart: {
    fields: [
      { name: "rule", kind: "choice", choices: RULES },
      { name: "row", kind: "numbers" },
    ],
    make: ({ rule, row }) => ({
      params: { rule },
      start: { coins: row.toUpperCase().replace(/[^HT]/g, "") },
    }),
    read: ({ params, start }) => ({ rule: oneOf(RULES, params.rule), row: String(start.coins ?? "") }),
  },
  words: {
    en: {
      name: "Coin turning",
      hint: "Turn heads to tails",
      "rules.turtles": "Turn over one coin or two. The rightmost goes from heads to tails.",
      "rules.mock_turtles": "Turn over up to three coins. The rightmost goes from heads to tails.",
      "rules.ruler": "Turn over any number of neighbouring coins. The rightmost goes from heads to tails.",
      "rules.twins": "Turn over exactly two coins. The right one goes from heads to tails.",
      "rules.triplets": "Turn over exactly three coins. The rightmost goes from heads to tails.",
    },
    de: {
      name: "Münzen wenden",
      hint: "Wende Kopf auf Zahl",
      "rules.turtles": "Wende eine Münze oder zwei. Die am weitesten rechts muss Kopf zeigen.",
      "rules.mock_turtles": "Wende bis zu drei Münzen. Die am weitesten rechts muss Kopf zeigen.",
      "rules.ruler": "Wende beliebig viele benachbarte Münzen. Die am weitesten rechts muss Kopf zeigen.",
      "rules.twins": "Wende genau zwei Münzen. Die am weitesten rechts muss Kopf zeigen.",
      "rules.triplets": "Wende genau drei Münzen. Die am weitesten rechts muss Kopf zeigen.",
    },
    es: {
      name: "Voltear monedas",
      hint: "Voltea de cara a cruz",
      "rules.turtles": "Voltea una moneda o dos. La de más a la derecha pasa de cara a cruz.",
      "rules.mock_turtles": "Voltea hasta tres monedas. La de más a la derecha pasa de cara a cruz.",
      "rules.ruler":
        "Voltea cualquier número de monedas contiguas. La de más a la derecha pasa de cara a cruz.",
      "rules.twins": "Voltea exactamente dos monedas. La de la derecha pasa de cara a cruz.",
      "rules.triplets": "Voltea exactamente tres monedas. La de más a la derecha pasa de cara a cruz.",
    },
    fr: {
      name: "Pièces à retourner",
      hint: "Retournez de face à pile",
      "rules.turtles": "Retournez une pièce ou deux. La plus à droite va de face à pile.",
      "rules.mock_turtles": "Retournez jusqu’à trois pièces. La plus à droite va de face à pile.",
      "rules.ruler":
        "Retournez autant de pièces voisines que vous voulez. La plus à droite va de face à pile.",
      "rules.twins": "Retournez exactement deux pièces. Celle de droite va de face à pile.",
      "rules.triplets": "Retournez exactement trois pièces. La plus à droite va de face à pile.",
    },
  },
};
