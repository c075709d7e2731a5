// The building blocks of the page's forms.

import { h } from "../browser/dom.js";
import { offeredBy, pickVariant } from "../state/offers.js";
import { variantName } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

/** @param {string} id @param {string} name @param {import("../browser/dom.js").Tag} input */
export function field(id, name, input) {
  return h("label", { key: id, class: "field", for: id }, h("span", {}, name), input);
}

/**
 * One of a few: real radio buttons.
 * @param {string} name
 * @param {import("../browser/dom.js").Child} title
 * @param {string} chosen
 * @param {Array<[string, string, string?]>} all  Value, text, and what it means.
 * @param {(value: any) => void} choose
 */
export function chips(name, title, chosen, all, choose) {
  return h(
    "fieldset",
    { key: name, class: "chips" },
    h("legend", {}, title),
    all.map(([value, text, meaning = null]) =>
      h(
        "label",
        { key: value, title: meaning },
        h("input", {
          type: "radio",
          name,
          value,
          checked: value === chosen,
          on: { change: () => choose(value) },
        }),
        h("span", {}, text),
      ),
    ),
  );
}

/** @param {State} state @param {Act} act */
export function variantSelect(state, act) {
  return h(
    "select",
    {
      id: "variant",
      value: state.form.variant,
      on: { change: (event) => pickVariant(act, event.target.value) },
    },
    offeredBy(state).map(({ variant }) => h("option", { value: variant }, variantName(variant))),
  );
}
