// What a board is drawn from, at the beginning of a turn: nothing is selected, marked or moving.

import { reach } from "../../server/web/state/selection.js";

/** @param {object} given  `game`, `position`, `narrow`, `box`, and whatever differs. @param {object} chosen */
export const viewOf = (given, chosen) => ({
  taker: "",
  last: {},
  mayMove: true,
  marks: {},
  going: {},
  hint: {},
  would: {},
  ...reach({}, chosen),
  covers: () => false,
  focus: null,
  drawn: new Map(),
  ...given,
});
