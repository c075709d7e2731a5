// The players whom I follow: whether they are here, and what they play. Nobody else sees this.

import { h } from "../browser/dom.js";
import { refusalOf } from "../net/refusal.js";
import { staled } from "../state/answers.js";
import { notify } from "../state/notices.js";
import { number, t } from "../texts/text.js";
import { avatar } from "./icons.js";
import { personOf, presenceOf } from "./presence.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../app.js").Act} Act */
/** @typedef {import("./presence.js").Person} Person */

export const texts = ["person"];
export const styles = ["/styles/people.css"];

const FOLLOWING = { path: "/api/following" };

/** Guests follow nobody. @param {State} state */
export const needs = ({ registered }) => (registered ? [FOLLOWING] : []);

/** Whom I follow, who is here first; null until the server has answered. @param {State} state @returns {Person[] | null} */
function followedBy({ answers }) {
  const answer = answers[FOLLOWING.path];
  if (!answer?.ok) return null;
  const all = /** @type {Person[]} */ (answer.value);
  return [...all].sort((a, b) => Number(b.online) - Number(a.online));
}

/** The button on a player's page; guests have none. @param {State} state @param {Act} act @param {Person} person */
export function followButton(state, act, { player: { id, name }, followed, blocked }) {
  if (!state.registered || id === state.me || (blocked && !followed)) return null;
  const change = () =>
    act.post({ path: `${FOLLOWING.path}/${id}`, method: followed ? "DELETE" : "PUT" }, (now, answer) => {
      const next = staled(staled(now, personOf(id).path), FOLLOWING.path);
      return answer.ok
        ? notify(next, "info", followed ? "person.unfollowed" : "person.followed", { name })
        : notify(next, "error", ...refusalOf(answer));
    });
  return h(
    "p",
    { key: "follow", class: "buttons" },
    h(
      "button",
      {
        id: "follow",
        "aria-pressed": followed ? "true" : "false",
        disabled: state.link.status !== "online",
        on: { click: change },
      },
      t(followed ? "person.unfollow" : "person.follow"),
    ),
  );
}

/** All of them, on the page of my account. @param {State} state @param {Act} act */
export function following(state, act) {
  const all = followedBy(state);
  return h(
    "section",
    { class: "card", key: "following" },
    h("h2", {}, t("person.following")),
    h("p", { class: "soft" }, t("person.followingWhy")),
    all ? people(all, act) : h("p", { class: "soft", role: "status" }, t("frame.loading")),
    all?.length === 0 && h("p", { class: "empty" }, t("person.followsNobody")),
  );
}

/** Those who are here, on home; nothing if nobody is. @param {State} state @param {Act} act */
export function followedHere(state, act) {
  const here = (followedBy(state) ?? []).filter(({ online }) => online);
  if (here.length === 0) return null;
  return h(
    "section",
    { class: "open", key: "followed" },
    h("h3", {}, t("person.followedHere")),
    people(here.slice(0, 4), act),
    here.length > 4 &&
      h(
        "p",
        { class: "more" },
        h("a", { href: "/account", on: { click: act.follow } }, `+${number(here.length - 4)}`),
      ),
  );
}

/** @param {Person[]} all @param {Act} act */
function people(all, act) {
  return h(
    "ul",
    { class: "list followed" },
    all.map((person) =>
      h(
        "li",
        { key: person.player.id },
        avatar(person.player.name),
        h(
          "p",
          {},
          h("a", { href: `/player/${person.player.id}`, on: { click: act.follow } }, person.player.name),
          h("br"),
          presenceOf(person, act),
        ),
      ),
    ),
  );
}
