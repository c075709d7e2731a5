// The admin page: lists, and a button for each action. The token is kept in this window only.
// Players' texts only become text nodes.

/** @typedef {Record<string, any>} Row */
/** @typedef {{title: string, path: (text: string) => string, search?: string, deeds: (row: Row) => Deed[]}} List */
/** @typedef {{name: string, method?: string, path: string, body?: () => Row | null}} Deed */

let token = "";

// The colours of the page follow its switch; here they follow the system.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const coloured = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
dark.addEventListener("change", coloured);
coloured();

/** @param {string} question */
const asked = (question) => window.prompt(question) || null;

/** Bans a player, for a number of hours or permanently. @param {string} player */
const ban = (player) => () => {
  const hours = asked("For how many hours? 0 is for good.");
  if (hours === null) return null;
  return Number(hours) > 0 ? { player, seconds: Math.round(3600 * Number(hours)) } : { player };
};

/** @param {string} player @returns {Deed[]} */
const aboutPlayer = (player) => [
  { name: "Ban", path: "banned-players", body: ban(player) },
  {
    name: "Rename",
    path: `accounts/${player}/name`,
    body: () => {
      const name = asked("The new name?");
      return name ? { name } : null;
    },
  },
  {
    name: "Void ratings",
    path: "ladder/void",
    body: () => {
      const why = asked("Why? Everybody can read it.");
      return why ? { player, why } : null;
    },
  },
  { name: "Reset password", path: `accounts/${player}/reset` },
  {
    name: "Delete",
    method: "DELETE",
    path: `accounts/${player}`,
    body: () => (window.confirm("Delete this account and its bots?") ? {} : null),
  },
];

/** @type {List[]} */
const LISTS = [
  {
    title: "Reports",
    path: () => "reports",
    deeds: ({ number, about }) => [{ name: "Done", path: `reports/${number}/close` }, ...aboutPlayer(about)],
  },
  {
    title: "Accounts",
    search: "Name",
    path: (text) => `accounts?name=${encodeURIComponent(text)}`,
    deeds: ({ player }) => aboutPlayer(player.id),
  },
  {
    title: "Address",
    search: "Address",
    path: (text) => `addresses/${encodeURIComponent(text)}`,
    deeds: ({ id }) => aboutPlayer(id),
  },
  {
    title: "Games",
    path: () => "games",
    deeds: ({ table }) => [
      { name: "End without a winner", path: `games/${table}/end`, body: () => ({ winners: [] }) },
    ],
  },
  {
    title: "Banned players",
    path: () => "banned-players",
    deeds: ({ player }) => [{ name: "Pardon", method: "DELETE", path: `banned-players/${player}` }],
  },
  {
    title: "Banned addresses",
    path: () => "bans",
    deeds: ({ address }) => [{ name: "Pardon", method: "DELETE", path: `bans/${address.split("/")[0]}` }],
  },
  { title: "Damaged games", path: () => "damaged", deeds: () => [] },
  { title: "Audit log", path: () => "audit", deeds: () => [] },
];

/** @param {string} method @param {string} path @param {Row | null} [body] */
async function ask(method, path, body) {
  const answer = await fetch(`/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body ? JSON.stringify(body) : undefined,
    credentials: "omit",
  });
  const said = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(said?.message ?? `HTTP ${answer.status}`);
  return said;
}

/** @param {string} text */
function say(text) {
  const status = document.querySelector("#said");
  if (status) status.textContent = text;
}

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} [text] */
function element(tag, text) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** @param {string} name @param {() => Promise<void>} act */
function button(name, act) {
  const made = element("button", name);
  made.type = "button";
  made.className = name === "Delete" ? "small danger" : "small";
  made.addEventListener("click", () => act().catch((/** @type {Error} */ why) => say(why.message)));
  return made;
}

/** A row's fields, each with its name, and times as dates. @param {Row} row */
function described(row) {
  const made = element("span");
  made.className = "row";
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === false || value.length === 0) continue;
    const time = name === "at" || name === "until";
    const plain = typeof value === "object" ? (value.name ?? JSON.stringify(value)) : value;
    const field = element("span");
    field.append(element("small", name), ` ${time ? new Date(value).toLocaleString() : plain}`);
    made.append(field, " ");
  }
  return made;
}

/** @param {List} list */
function section({ title, search, path, deeds }) {
  const made = element("section");
  made.className = "card";
  const lines = element("ul");
  lines.className = "list";
  const text = element("input");
  const show = async () => {
    const said = await ask("GET", path(text.value));
    /** @type {Row[]} */
    const rows = Array.isArray(said) ? said : (said.tables ?? []);
    lines.replaceChildren(...rows.map(line));
    if (rows.length === 0) lines.append(element("li", "None."));
    say("");
  };
  const line = (/** @type {Row} */ row) => {
    const item = element("li");
    item.append(described(row));
    for (const { name, method = "POST", path, body } of deeds(row)) {
      item.append(
        button(name, async () => {
          const said = body ? body() : null;
          if (body && !said) return;
          const answer = await ask(method, path, method === "DELETE" ? null : said);
          await show();
          say(answer ? `${name}: ${JSON.stringify(answer)}` : `${name}: done`);
        }),
      );
    }
    return item;
  };
  const head = element("form");
  head.append(element("h2", title));
  if (search) {
    text.setAttribute("aria-label", search);
    text.placeholder = search;
    head.append(text);
  }
  const look = element("button", `Show ${title.toLowerCase()}`);
  look.className = "small";
  head.append(look);
  head.addEventListener("submit", (event) => {
    event.preventDefault();
    show().catch((/** @type {Error} */ why) => say(why.message));
  });
  made.append(head, lines);
  return made;
}

document.querySelector("#enter")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  token = String(new FormData(form).get("token"));
  try {
    await ask("GET", "audit");
  } catch (why) {
    return say(/** @type {Error} */ (why).message);
  }
  form.hidden = true;
  const desk = /** @type {HTMLElement} */ (document.querySelector("#desk"));
  desk.replaceChildren(...LISTS.map(section));
  desk.hidden = false;
  say("");
  // What waits for an answer is seen at once.
  desk.querySelector("form")?.requestSubmit();
});
