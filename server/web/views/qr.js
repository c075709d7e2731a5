// A QR code: a link for phones.

import { h } from "../browser/dom.js";

/** The address of an invitation, to be read by the camera of a phone. @param {string} id @param {string} name @param {string} why */
export function code(id, name, why) {
  return h(
    "figure",
    { class: "code", key: "code" },
    h("img", { src: `/seek/${id}/qr.svg`, alt: name, width: 148, height: 148 }),
    h("figcaption", { class: "soft" }, why),
  );
}
