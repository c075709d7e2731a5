// The console at /docs/console: sends messages and HTTP requests to this server, from its own
// descriptions, and shows what comes back.

import { Connection } from "../client/connection.js";
import { resolved, sample } from "./sample.js";

/** @typedef {{name: string, summary: string, body: any, parameters: any[], method?: string, path?: string}} Entry */

/** The lines that the dialogue keeps. */
const MAX_LINES = 200;

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
/** @param {unknown} value */
const pretty = (value) => JSON.stringify(value, null, 2);

const secret = byId("secret");
const log = byId("log");

/** A form where an entry is chosen, changed and sent. Until then, its buttons are disabled. */
class Desk {
  /** @param {HTMLFormElement} form @param {Entry[]} entries @param {(entry: Entry, body: string) => void} send */
  constructor(form, entries, send) {
    this.form = form;
    this.entries = entries;
    /** @type {any} */
    this.fields = form.elements;
    this.fields.name.replaceChildren(...entries.map(({ name }) => new Option(name)));
    this.fields.name.addEventListener("change", () => this.show());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(this.entry, this.fields.body.value);
    });
    this.show();
    for (const button of form.querySelectorAll("button")) button.disabled = false;
  }

  get entry() {
    return this.entries[this.fields.name.selectedIndex];
  }

  show() {
    const { summary, body, parameters } = this.entry;
    const text = this.form.querySelector(".summary");
    if (text) text.textContent = summary;
    this.fields.body.hidden = body === undefined;
    this.fields.body.value = body === undefined ? "" : pretty(body);
    this.form.querySelector(".parameters")?.replaceChildren(...parameters.map(input));
  }
}

/** A parameter's field. @param {any} parameter */
function input({ name, required, schema }) {
  const label = document.createElement("label");
  const field = document.createElement("input");
  field.name = `parameter ${name}`;
  field.required = required;
  field.title = schema?.description ?? "";
  label.append(`${name} `, field);
  return label;
}

/** The messages that a client may send. @param {any} api @returns {Entry[]} */
function messages(api) {
  return Object.entries(api.components.messages)
    .filter(([key]) => key.startsWith("client."))
    .map(([, { name, summary, payload }]) => ({
      name,
      summary,
      body: sample(payload, api),
      parameters: [],
    }));
}

/** @param {any} api @returns {Entry[]} */
function requests(api) {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...{ method: method.toUpperCase(), path, summary: operation.summary ?? "" },
      body: bodyOf(operation, api),
      parameters: (operation.parameters ?? []).map((/** @type {any} */ one) =>
        one.$ref ? resolved(one.$ref, api) : one,
      ),
    })),
  );
}

/** @param {any} operation @param {any} api */
function bodyOf(operation, api) {
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  return schema && sample(schema, api);
}

/** @param {string} arrow @param {unknown} message */
function note(arrow, message) {
  const lines = [...log.childNodes].slice(1 - MAX_LINES);
  const text = typeof message === "string" ? message : JSON.stringify(message);
  log.replaceChildren(...lines, `${arrow} ${text}\n`);
  log.scrollTop = log.scrollHeight;
}

const connection = new Connection(Connection.here(), {
  opened: () => {
    const token = secret.value.trim();
    send({ t: "hello", kind: "person", client: "console", ...(token && { token }) });
    connection.settled();
  },
  received: (message) => note("←", message),
  lost: (again, code, why) =>
    note("✕", `${code} ${why}`.trim() + (again ? "; connects again" : "; not tried again")),
});

/** @param {any} message */
async function send(message) {
  note("→", message);
  try {
    note("←", await connection.request(message));
  } catch (why) {
    const { code, message: text, cause } = /** @type {any} */ (why);
    note("←", code === "lost" ? "not connected" : { t: "error", code, cause, message: text });
  }
}

/** @param {string} text @param {(value: any) => void} then @param {(why: string) => void} otherwise */
function parsed(text, then, otherwise) {
  try {
    then(text && JSON.parse(text));
  } catch (why) {
    otherwise(`not JSON: ${why}`);
  }
}

/** @param {HTMLFormElement} form @param {Entry} entry @param {any} body */
async function request(form, { method, path = "", parameters }, body) {
  const url = new URL(path.replaceAll(/[{}]/g, ""), location.href);
  for (const { name, in: place } of parameters) {
    const value = String(new FormData(form).get(`parameter ${name}`) ?? "");
    if (place === "path") url.pathname = addressed(path, name, value, url.pathname);
    else if (value) url.searchParams.set(name, value);
  }
  const token = secret.value.trim();
  const headers = { ...(body && { "content-type": "application/json" }), ...(token && bearer(token)) };
  const answer = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : undefined });
  const text = await answer.text();
  byId("answer").textContent = `${answer.status} ${answer.statusText}\n${readable(text)}`;
}

/**
 * The address with this parameter of the path put in.
 * @param {string} path
 * @param {string} name
 * @param {string} value
 * @param {string} address
 */
function addressed(path, name, value, address) {
  const steps = address.split("/");
  const place = path.split("/").indexOf(`{${name}}`);
  if (place >= 0) steps[place] = encodeURIComponent(value);
  return steps.join("/");
}

/** @param {string} token */
const bearer = (token) => ({ authorization: `Bearer ${token}` });

/** JSON with line breaks; anything else as it is. @param {string} text */
function readable(text) {
  try {
    return pretty(JSON.parse(text));
  } catch {
    return text;
  }
}

byId("connect").addEventListener("click", () => connection.restart());
const [http, socket] = await Promise.all(
  ["/api/openapi.json", "/api/asyncapi.json"].map(async (path) => (await fetch(path)).json()),
);
const failed = (/** @type {unknown} */ why) => (byId("answer").textContent = String(why));
new Desk(byId("messages"), messages(socket), (_, body) => parsed(body, send, (why) => note("✕", why)));
new Desk(byId("requests"), requests(http), (entry, body) =>
  parsed(body, (value) => request(byId("requests"), entry, value).catch(failed), failed),
);
