// The lessons of the course by part, with those that have been won.

import { h } from "../browser/dom.js";
import { LESSONS, parts } from "../study/learn.js";
import { known, number, t } from "../texts/text.js";
import { icon } from "./icons.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("../study/learn.js").Lesson} Lesson */

/** @param {State} state @param {Lesson} lesson  The one that is shown. @param {Act} act */
export function lessonList({ learnt }, lesson, act) {
  const won = (/** @type {Lesson} */ { name }) => learnt.includes(name);
  return h(
    "nav",
    { class: "card course", "aria-label": t("learn.course") },
    h("h2", {}, t("learn.course")),
    h("p", { class: "soft" }, t("learn.progress", { n: LESSONS.filter(won).length, all: LESSONS.length })),
    h("progress", {
      max: LESSONS.length,
      value: String(LESSONS.filter(won).length),
      "aria-hidden": "true",
    }),
    parts().map(([part, lessons]) =>
      h(
        "details",
        { key: part, open: lessons.includes(lesson) || (lesson.free && part === "nim") },
        h(
          "summary",
          {},
          h("b", {}, t(known(`learn.${part}`) ? `learn.${part}` : `family.${part}`)),
          h("span", { class: "num" }, ` ${number(lessons.filter(won).length)} / ${number(lessons.length)}`),
        ),
        h(
          "ul",
          { class: "lessons" },
          lessons.map((one) =>
            h(
              "li",
              { key: one.name, class: won(one) ? "won" : "" },
              h(
                "span",
                { class: "mark" },
                won(one) && [icon("check"), h("span", { class: "hidden" }, t("learn.done"))],
              ),
              link(one, one === lesson, act),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "free" }, link({ name: "free" }, Boolean(lesson.free), act)),
  );
}

/** @param {Pick<Lesson, "name">} lesson @param {boolean} current @param {Act} act */
function link({ name }, current, act) {
  return h(
    "a",
    { href: `/learn/${name}`, "aria-current": current ? "page" : null, on: { click: act.follow } },
    t(`lesson.${name}.title`),
  );
}
