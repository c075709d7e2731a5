// Whether this browser is notified of my move in games of days while the page is closed.

import { h } from "../browser/dom.js";
import { t } from "../texts/text.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

export const PUSH = { path: "/api/push" };

/** @param {State} state @param {Act} act */
export function notifying({ answers, link }, act) {
  const answer = answers[PUSH.path];
  const on = Boolean(answer?.ok && answer.value.on);
  return h(
    "div",
    { key: "notifying", class: "stacked" },
    h("p", { class: "soft" }, t("push.why")),
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        {
          id: "notifying",
          "aria-pressed": on ? "true" : "false",
          disabled: !answer?.ok || link.status !== "online",
          on: { click: () => act.notifyMe(!on) },
        },
        t(on ? "push.off" : "push.on"),
      ),
    ),
  );
}
