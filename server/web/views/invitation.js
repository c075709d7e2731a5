// The page behind an invitation link: say your name and play.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";
import { nameField } from "./name.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

/** @param {State} state @param {Act} act @param {string} id */
export function invitation(state, act, id) {
  const gone = id in state.missing;
  return h(
    "section",
    { class: "card invitation" },
    h("h1", {}, t("invitation.title")),
    h("p", {}, t(gone ? "invitation.gone" : "invitation.text")),
    !gone && !state.registered && nameField(state.name, act),
    h(
      "p",
      { class: "buttons" },
      gone
        ? h("a", { class: "button primary", href: "/", on: { click: act.follow } }, t("table.home"))
        : h(
            "button",
            {
              id: "accept",
              class: "primary big",
              disabled: state.link.status !== "online",
              on: { click: () => act.accept(id) },
            },
            t("invitation.accept"),
          ),
    ),
  );
}
