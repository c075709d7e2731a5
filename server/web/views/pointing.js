// How a piece is chosen and a move played: with a mouse one clicks, with a finger one touches.

import { t } from "../texts/text.js";

/** @typedef {{fine: boolean}} Pointer */

/** @param {Pointer} state */
export const how = ({ fine }) => t(fine ? "choose.how.mouse" : "choose.how");

/** @param {Pointer} state */
export const again = ({ fine }) => t(fine ? "choose.again.mouse" : "choose.again");

/** @param {Pointer} state */
export const againAhead = ({ fine }) => t(fine ? "premove.again.mouse" : "premove.again");
