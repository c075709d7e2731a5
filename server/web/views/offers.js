// Offers on home: my open ones, and those of others that can be accepted.

import { h } from "../browser/dom.js";
import { isForSeveral, seatsTaken, seekAt } from "../state/filling.js";
import { botsOf, cancel, fill, leave, meanwhile } from "../state/offers.js";
import { t } from "../texts/text.js";
import { code } from "./qr.js";
import { gameTitle, kindOf, ratingOf, shownName, startInShort, termsInShort } from "./words.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */

/** Offers and games that are shown at first. */
const FEW = 4;

/** @param {State} state @param {Act} act */
export function waiting(state, act) {
  return state.offers
    .filter(({ kind }) => kind !== "daily")
    .map((offer) => {
      const link = `${location.origin}/seek/${offer.id}`;
      const bot = offer.meanwhile;
      const answer = state.answers[seekAt(offer.id).path];
      return h(
        "section",
        { key: `offer ${offer.id}`, class: "card strip waiting" },
        h(
          "div",
          { role: "status" },
          h("p", {}, h("strong", {}, t(`home.waiting.${offer.kind}`)), " ", gameTitle(offer.game)),
          offer.meanwhile !== undefined && h("p", { class: "soft" }, t("home.nobody")),
          isForSeveral(offer.game) &&
            h("p", { class: "seats" }, t("home.seats", seatsTaken(answer?.ok ? answer.value : offer))),
          offer.commitment && drawn(offer.commitment),
          offer.place !== undefined && h("p", { class: "soft" }, t("home.place", { n: offer.place })),
          offer.kind === "link" &&
            h(
              "p",
              { class: "share" },
              h("input", {
                readonly: true,
                value: link,
                "aria-label": t("home.link"),
                on: { focus: (event) => event.target.select() },
              }),
              h(
                "button",
                { on: { click: () => act.share(link) } },
                "share" in navigator ? t("home.share") : t("home.copyLink"),
              ),
            ),
        ),
        h(
          "p",
          { class: "buttons" },
          bot &&
            h(
              "button",
              { class: "light", on: { click: () => meanwhile(state, act, offer, bot) } },
              t("home.meanwhile", { name: shownName(bot) }),
            ),
          isForSeveral(offer.game) &&
            botsOf(state).length > 0 &&
            h("button", { class: "light", on: { click: () => fill(act, offer.id) } }, t("home.fill")),
          h("button", { on: { click: () => cancel(act, offer.id) } }, t("home.cancel")),
        ),
        offer.kind === "link" && code(offer.id, t("home.code"), t("home.codeWhy")),
      );
    });
}

/** That the start is drawn, and for those who ask, why nobody can steer it. @param {string} commitment */
function drawn(commitment) {
  return h(
    "div",
    { class: "soft" },
    h("p", {}, t("home.drawn")),
    h(
      "details",
      {},
      h("summary", {}, t("home.fair")),
      // The beginning of the hash; the whole one on pointing at it.
      h("p", {}, t("home.committed"), " ", h("code", { title: commitment }, `${commitment.slice(0, 12)}…`)),
    ),
  );
}

/** Players waiting for an opponent. @param {State} state @param {Act} act */
export function seeks({ joined, lobby, me }, act) {
  const open = (lobby?.seeks ?? []).filter(({ by }) => by.id !== me);
  if (open.length === 0) return null;
  const items = open.map(({ seek, by, game, missing = 1, ...terms }) =>
    h(
      "li",
      { key: seek },
      h(
        "div",
        {},
        h(
          "p",
          {},
          h("strong", {}, shownName(by)),
          " ",
          h(
            "span",
            { class: "soft" },
            [by.kind !== "person" && kindOf(by), ratingOf(terms.rating)].filter(Boolean).join(" · "),
          ),
        ),
        h(
          "p",
          { class: "soft" },
          [gameTitle(game), startInShort(game), termsInShort(terms)].filter(Boolean).join(" · "),
          missing > 1 ? ` ${t("home.missing", { n: missing })}` : "",
        ),
      ),
      joined.includes(seek)
        ? h(
            "div",
            { class: "buttons joined" },
            h("b", { role: "status" }, t("home.joined")),
            h("button", { on: { click: () => leave(act, seek) } }, t("table.leaveSeat")),
          )
        : h(
            "button",
            {
              "aria-label": t("home.acceptOf", { name: shownName(by) }),
              on: { click: () => act.accept(seek) },
            },
            t("home.accept"),
          ),
    ),
  );
  const rest = items.splice(FEW);
  return h(
    "section",
    { class: "open", key: "open" },
    h("h3", {}, t("home.seeks")),
    h("ul", { class: "list" }, items),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t("home.rest", { n: rest.length })),
        h("ul", { class: "list" }, rest),
      ),
  );
}
