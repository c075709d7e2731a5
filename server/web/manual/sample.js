// A value that fits a JSON Schema: what the console offers to change and send.

/** Fields with something better to begin with than an empty value. @type {Record<string, any>} */
const KNOWN = {
  game: { variant: "nim", ending: "normal", start: { heaps: [3, 5, 7] } },
  client: "console",
  kind: "person",
  move: [0, 1],
  name: "Ada",
  version: "1",
};

/**
 * @param {any} schema
 * @param {any} document  Where its references lead.
 * @returns {any}
 */
export function sample(schema, document) {
  if (schema.$ref) return sample(resolved(schema.$ref, document), document);
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choice = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choice) return sample(choice[0], document);
  return plain(schema, document);
}

/** @param {any} schema @param {any} document */
function plain(schema, document) {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(required(schema).map((name) => [name, field(name, schema, document)]));
    case "array":
      return [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "string":
      return schema.format === "uuid" ? "ID" : "";
    default:
      return null;
  }
}

/** The fields that must be sent, the message's type first. @param {any} schema @returns {string[]} */
function required(schema) {
  const names = [...(schema.required ?? [])].filter((name) => name !== "cid");
  return names.sort((one, other) => Number(other === "t") - Number(one === "t"));
}

/** @param {string} name @param {any} schema @param {any} document */
function field(name, schema, document) {
  return KNOWN[name] ?? sample(schema.properties?.[name] ?? {}, document);
}

/** @param {string} reference  `#/components/schemas/Game` @param {any} document */
export function resolved(reference, document) {
  const steps = reference.slice(2).split("/");
  return steps.reduce((inside, step) => inside?.[step.replaceAll("~1", "/")], document) ?? {};
}
