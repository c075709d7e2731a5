// "Your first bot": whoever has signed in makes a bot here, and the page's commands get its name and
// token. The token is only in this window: the server keeps a hash.

/** Where the manual gives a bot its name. */
const heading = document.getElementById("6-give-it-a-name-and-a-rating");

/** @param {string} path @param {object} [body] */
async function ask(path, body) {
  const json = { "content-type": "application/json" };
  const answer = await fetch(
    path,
    body ? { method: "POST", headers: json, body: JSON.stringify(body) } : undefined,
  );
  return { ok: answer.ok, said: await answer.json().catch(() => ({})) };
}

/** @param {string} tag @param {Record<string, any>} properties @param {...(Node | string)} children @returns {any} */
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** The form, for whoever has an account. */
function form() {
  const name = element("input", { name: "name", required: true, maxLength: 32 });
  const version = element("input", { name: "version", required: true, maxLength: 32, value: "1" });
  const said = element("p", { role: "status" });
  const button = element("button", { type: "submit" }, "Make the bot");
  const made = element("form", {}, label("Name ", name), " ", label("Version ", version), " ", button, said);
  made.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    button.disabled = true;
    const answer = await ask("/api/bots", { name: name.value.trim(), version: version.value.trim() });
    button.disabled = answer.ok;
    said.textContent = answer.ok ? "" : answer.said.message;
    if (answer.ok) said.replaceWith(commands(name.value.trim(), answer.said.token));
  });
  return made;
}

/** @param {string} text @param {Node} field */
const label = (text, field) => element("label", {}, text, field);

/** What to run, with the bot's own name and token. @param {string} name @param {string} token */
function commands(name, token) {
  const quoted = `'${name.replaceAll("'", "'\\''")}'`;
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  return element(
    "div",
    { id: "yours" },
    element("p", {}, "The token is shown this once. In the folder of your program:"),
    element(
      "pre",
      { tabIndex: 0 },
      `(umask 077 && echo ${token} > bot.token)\n` +
        `nim-bot play --url ${url} --name ${quoted} --token-file bot.token --accept --program "python3 my_bot.py"\n`,
    ),
  );
}

const { ok, said } = await ask("/api/me");
const registered = ok && said.you?.kind === "person";
heading?.after(
  registered
    ? element("div", {}, element("p", {}, `You are signed in as ${said.you.name}.`), form())
    : element(
        "p",
        {},
        element("a", { href: "/account" }, "Sign in"),
        ", and this page makes the bot for you.",
      ),
);

export {};
