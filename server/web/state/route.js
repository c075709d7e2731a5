// Addresses of the page, and what they show.

/** @typedef {import("./types.js").Route} Route */

const ID = /^[0-9a-f-]{36}$/;

/** @param {string} path @param {string} [search] @returns {Route} */
export function routeOf(path, search = "") {
  const [, first, second = "", third = ""] = path.split("/");
  if (first === "" && !second) return { page: "home", id: "", rest: "" };
  if ((first === "new" || first === "account" || first === "watch") && !second)
    return { page: first, id: "", rest: "" };
  if (first === "analysis" && !second) return { page: "analysis", ...analysed(new URLSearchParams(search)) };
  if (first === "learn" && /^[a-z]*$/.test(second) && !third) return { page: "learn", id: second, rest: "" };
  if (first === "puzzles" && second === "position" && !third)
    return { page: "puzzles", id: second, rest: new URLSearchParams(search).get("game") ?? "" };
  if (first === "puzzles" && ["", "today", "rush"].includes(second) && !third)
    return { page: "puzzles", id: second, rest: "" };
  if (first === "ladder" && !second)
    return { page: "ladder", id: "", rest: ladderShown(new URLSearchParams(search)) };
  if (first === "archive" && !second)
    return { page: "archive", id: "", rest: filtersOf(new URLSearchParams(search)) };
  if (first === "tournaments" && (second === "" || second === "new") && !third)
    return { page: "tournaments", id: "", rest: second };
  if (first === "tournament" && ID.test(second) && /^(\d{1,6}-\d{1,6})?$/.test(third))
    return { page: first, id: second, rest: third };
  if (ID.test(second)) {
    if (first === "table" || first === "seek" || first === "player")
      return { page: first, id: second, rest: "" };
    if (first === "game" && /^\d{0,5}$/.test(third))
      return { page: "table", id: second, rest: third, replay: true };
  }
  return { page: "none", id: "", rest: "" };
}

/** The address of a route; nothing for an unknown page. @param {Route} route */
export function addressOf({ page, id, rest, replay }) {
  if (page === "home") return "/";
  if (page === "new" || page === "account" || page === "watch") return `/${page}`;
  if (page === "analysis")
    return rest ? `/analysis?${new URLSearchParams({ game: rest, ...(id && { ply: id }) })}` : "/analysis";
  if (page === "ladder") return rest ? `/ladder?${ladderSearch(rest)}` : "/ladder";
  if (page === "archive") return rest ? `/archive?${rest}` : "/archive";
  if (page === "tournaments") return rest ? `/tournaments/${rest}` : "/tournaments";
  if (page === "tournament") return `/tournament/${id}${rest && `/${rest}`}`;
  if (page === "puzzles" && id === "position")
    return `/puzzles/position?${new URLSearchParams({ game: rest })}`;
  if ((page === "learn" || page === "puzzles") && !id) return `/${page}`;
  if (page === "table" && replay) return `/game/${id}${rest && `/${rest}`}`;
  return page === "none" ? null : `/${page}/${id}`;
}

/** A game in notation, and after how many of its moves it is looked at; "" is after all. @param {URLSearchParams} search */
function analysed(search) {
  const ply = search.get("ply") ?? "";
  return { id: /^\d{1,5}$/.test(ply) ? ply : "", rest: search.get("game") ?? "" };
}

/** A leaderboard, and a season after a semicolon. @param {URLSearchParams} search */
function ladderShown(search) {
  const season = search.get("season");
  return `${search.get("leaderboard") ?? ""}${season ? `;${season}` : ""}`;
}

/** @param {string} rest */
function ladderSearch(rest) {
  const [leaderboard, season] = rest.split(";");
  return new URLSearchParams({ ...(leaderboard && { leaderboard }), ...(season && { season }) });
}

/** The filters of the archive that an address may name. */
const FILTERS = ["player", "opponent", "variant", "result", "rated", "within", "after"];

/** @param {URLSearchParams} search */
function filtersOf(search) {
  const all = FILTERS.map((key) => [key, search.get(key) ?? ""]).filter(([, value]) => value);
  return new URLSearchParams(all).toString();
}
