// Where a guest says what they are called.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { field } from "./fields.js";
import { shownName } from "./words.js";

/** @typedef {import("../app.js").Act} Act */

/** A guest's name. @param {string} name @param {Act} act */
export function nameField(name, act) {
  return field(
    "name",
    t("frame.name"),
    h("input", {
      id: "name",
      key: "name",
      initial: shownName({ name, kind: "guest" }),
      maxlength: 32,
      autocomplete: "nickname",
      spellcheck: "false",
      on: { change: act.rename },
    }),
  );
}
