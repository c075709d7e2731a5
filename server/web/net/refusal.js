// A refusal in words: the sentence for its cause, with its numbers and names, or else for
// its code. The server's own English is for developers.

import { known, t } from "../texts/text.js";

/** @typedef {{code: string, cause?: {kind: string, [name: string]: any}}} Refusal */

/** The text's key and parameters. @param {Refusal} refusal @returns {[string, Record<string, string | number>]} */
export function refusalOf({ code, cause }) {
  // A cause may have special sentences for what is missing, or for a number of a plan.
  const general = `cause.${cause?.kind}`;
  const own = [`${general}.${cause?.what ?? cause?.field}`, general].find(known);
  if (own) return [own, { ...cause }];
  return known(`error.${code}`) ? [`error.${code}`, {}] : ["error.other", { code }];
}

/** @param {Refusal} refusal */
export function refusalText(refusal) {
  return t(...refusalOf(refusal));
}
