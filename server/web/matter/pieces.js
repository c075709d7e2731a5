// All other pieces, as functions from numbers to SVG text. They use no raster and no filter;
// the sign of a choice (`rim`, `flame`) is part of the piece and lit by its class.

import { f, lots } from "./pebbles.js";

/** @typedef {{chosen?: boolean | 0 | 1}} Chosen */

/** The line around a chosen piece. @param {string} shape  An element without its end. */
const rim = (shape) => `${shape} class="rim"/>`;

/** A broad soft stroke under a narrow broken one. @param {string} d @param {string} [c] @param {number} [w] @param {number} [a] */
export function chalk(d, c = "#EDF1EC", w = 2.4, a = 0.9) {
  const line = `fill="none" stroke="${c}" stroke-linecap="round" stroke-linejoin="round"`;
  return (
    `<path d="${d}" ${line} stroke-opacity="${f(a * 2.8) / 10}" stroke-width="${w * 2}"/>` +
    `<path d="${d}" ${line} stroke-opacity="${a}" stroke-width="${w}" stroke-dasharray="19 .9 7 .6 31 1.1 12 .5"/>`
  );
}

/**
 * A match, head up; (x, y) is the middle of its head.
 * @param {number} x
 * @param {number} y
 * @param {number} len
 * @param {number} seed
 * @param {Chosen & {paper?: boolean, t?: number}} [o]
 */
export function match(x, y, len, seed, o = {}) {
  const t = o.t ?? len * 0.088;
  const angle = (lots((seed || 1) * 53 + x)() - 0.5) * 3.2;
  const up = o.chosen ? -len * 0.05 : 0;
  const shade =
    `<rect x="${f(-t * 0.1)}" y="${f(t * 0.5)}" width="${f(t * 1.25)}" ` +
    `height="${f(len * 0.97)}" rx="${f(t * 0.6)}" fill="#04080A" opacity="${o.paper ? 0.12 : 0.4}"/>`;
  const stick =
    `<rect x="${f(-t / 2)}" y="0" width="${f(t)}" height="${f(len)}" rx="${f(t * 0.14)}" fill="url(#mw)"/>` +
    `<path d="M${f(-t / 2)} ${f(t * 0.9)}C${f(-t * 0.5)} ${f(t * 1.9)} ${f(t * 0.5)} ${f(t * 1.9)} ` +
    `${f(t / 2)} ${f(t * 0.9)}Z" fill="#9C2D1C"/>` +
    `<ellipse cx="0" cy="${f(t * 0.12)}" rx="${f(t * 0.74)}" ry="${f(t * 1.12)}" fill="url(#mh)"/>`;
  const place = `transform="translate(${f(x)} ${f(y + up)}) rotate(${f(angle)})"`;
  return `<g ${place}>${shade}<g class="lift">${stick}<g class="flame${o.chosen ? " lit" : ""}">${flame(t)}</g></g></g>`;
}

/** The flame of a match with a stick this thick. @param {number} t */
function flame(t) {
  const outer =
    `M${f(t * 0.1)} ${f(-t * 4)}C${f(t * 0.5)} ${f(-t * 2.9)} ${f(t * 1.32)} ${f(-t * 1.9)} ${f(t * 1.12)} ${f(-t * 0.5)}` +
    `C${f(t * 0.95)} ${f(t * 0.55)} ${f(t * 0.5)} ${f(t * 0.7)} ${f(t * 0.34)} ${f(t * 0.62)}` +
    `L0 ${f(-t * 0.3)}L${f(-t * 0.34)} ${f(t * 0.62)}` +
    `C${f(-t * 0.5)} ${f(t * 0.7)} ${f(-t * 0.95)} ${f(t * 0.55)} ${f(-t * 1.12)} ${f(-t * 0.5)}` +
    `C${f(-t * 1.3)} ${f(-t * 1.7)} ${f(-t * 0.2)} ${f(-t * 2.6)} ${f(t * 0.1)} ${f(-t * 4)}Z`;
  const inner =
    `M0 ${f(-t * 2.3)}C${f(t * 0.66)} ${f(-t * 1.5)} ${f(t * 0.6)} ${f(-t * 0.55)} 0 ${f(-t * 0.5)}` +
    `C${f(-t * 0.6)} ${f(-t * 0.55)} ${f(-t * 0.58)} ${f(-t * 1.4)} 0 ${f(-t * 2.3)}Z`;
  return (
    `<ellipse cx="0" cy="${f(t * 0.12)}" rx="${f(t * 0.7)}" ry="${f(t * 1.06)}" fill="#5A1D12" fill-opacity=".55"/>` +
    `<ellipse cx="0" cy="${f(-t * 1.7)}" rx="${f(t * 2.7)}" ry="${f(t * 3.1)}" fill="url(#halo)"/>` +
    `<g transform="translate(0 ${f(-t * 0.42)}) scale(.84)"><path d="${outer}" fill="url(#fl)"/><path d="${inner}" fill="#FFF7DC"/></g>`
  );
}

/** @param {number} x @param {number} y @param {number} r @param {string} g @param {Chosen & {paper?: boolean}} [o] */
export function bead(x, y, r, g, o = {}) {
  const ring = `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r * 1.12)}"`;
  const lit = o.chosen ? `${ring} fill="none" stroke="#FFB84D" stroke-width="${f(r * 0.2)}"/>` : rim(ring);
  return (
    `<ellipse cx="${f(x + r * 0.1)}" cy="${f(y + r * 0.42)}" rx="${f(r * 1.08)}" ry="${f(r * 0.95)}" ` +
    `fill="url(#${o.paper ? "shL" : "sh"})"/>` +
    `<g class="lift"><circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="url(#${g})"/>${lit}</g>`
  );
}

/** A bead on a rod, seen from the side. @param {number} x @param {number} y @param {number} w @param {number} h @param {string} g */
export function rodbead(x, y, w, h, g) {
  const box = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    `<rect x="${f(x - w / 2 + dx)}" y="${f(y - h / 2 + dy)}" width="${f(w)}" height="${f(h)}" rx="${f(w * 0.46)}"`;
  return `${box(w * 0.12, h * 0.14)} fill="#1A1208" opacity=".28"/><g class="lift">${box(0, 0)} fill="url(#${g})"/>${rim(box(0, 0))}</g>`;
}

/**
 * One coin, seen from the side; (x, y) is its middle.
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} seed
 * @param {{copper?: boolean, chosen?: boolean | 0 | 1, thick?: number}} [o]
 */
export function coin(x, y, w, seed, o = {}) {
  const h = w * (o.thick ?? 0.19);
  const left = x + (lots(seed * 17 + 3)() - 0.5) * w * 0.07 - w / 2;
  const top = y - h / 2;
  const [edge, face, line] = o.copper ? ["cnE2", "cnF2", "#7A4A2E"] : ["cnE", "cnF", "#8A5E16"];
  const front = `M${f(left)} ${f(top)}v${f(h)}a${f(w / 2)} ${f(w * 0.15)} 0 0 0 ${f(w)} 0v${f(-h)}`;
  const around = `<path d="${front}a${f(w / 2)} ${f(w * 0.15)} 0 0 0 ${f(-w)} 0z"`;
  const lit = o.chosen
    ? `${around} fill="#FFB84D" fill-opacity=".16" stroke="#FFB84D" stroke-width="2"/>`
    : rim(around);
  return (
    `<g class="lift"><path d="${front}z" fill="url(#${edge})"/>` +
    `<ellipse cx="${f(left + w / 2)}" cy="${f(top)}" rx="${f(w / 2)}" ry="${f(w * 0.15)}" fill="url(#${face})" ` +
    `stroke="${line}" stroke-opacity=".7" stroke-width="${f(w * 0.014)}"/>` +
    `${w > LEAST_MILLED ? milling(left, top, w, h, line) : ""}${lit}</g>`
  );
}

/** A coin seen from above, around (0, 0); tails lies in the shade. @param {number} r @param {boolean} heads */
export function disc(r, heads) {
  const ring = (/** @type {number} */ part) => `<circle r="${f(r * part)}"`;
  const line = `stroke="#8A5E16" stroke-width="${f(r * 0.06)}"`;
  return (
    `<ellipse cx="${f(r * 0.1)}" cy="${f(r * 0.3)}" rx="${f(r * 1.06)}" ry="${f(r)}" fill="url(#sh)"/>` +
    `<g class="lift">${ring(1)} fill="url(#cnF)" ${line}/>` +
    `${heads ? "" : `${ring(1)} fill="#241604" fill-opacity=".58"/>`}` +
    `${ring(0.8)} fill="none" ${line} stroke-opacity=".7"/>${rim(ring(1.1))}</g>`
  );
}

/** The width from which a coin's milling and the rim of its face are seen. */
const LEAST_MILLED = 44;
/** Grooves around the front half of a coin. */
const GROOVES = 15;

/**
 * The milled edge of a coin, the line under it, and the raised rim of its face.
 * @param {number} left @param {number} top @param {number} w @param {number} h @param {string} line
 */
function milling(left, top, w, h, line) {
  const grooves = Array.from({ length: GROOVES }, (_, i) => {
    const angle = (Math.PI * (i + 1)) / (GROOVES + 1);
    const [x, y] = [left + (w / 2) * (1 - Math.cos(angle)), top + w * 0.15 * Math.sin(angle)];
    return `M${f(x)} ${f(y + h * 0.2)}v${f(h * 0.6)}`;
  });
  const foot = `M${f(left)} ${f(top + h)}a${f(w / 2)} ${f(w * 0.15)} 0 0 0 ${f(w)} 0`;
  return (
    `<path d="${grooves.join("")}" stroke="${line}" stroke-opacity=".5" stroke-width="${f(w * 0.014)}"/>` +
    `<path d="${foot}" fill="none" stroke="#2A1A08" stroke-opacity=".5" stroke-width="${f(w * 0.016)}"/>` +
    `<ellipse cx="${f(left + w / 2)}" cy="${f(top)}" rx="${f(w * 0.41)}" ry="${f(w * 0.118)}" fill="none" ` +
    `stroke="${line}" stroke-opacity=".5" stroke-width="${f(w * 0.016)}"/>`
  );
}

/**
 * A stack of coins; y is the table.
 * @param {number} x
 * @param {number} y
 * @param {number} n
 * @param {number} w
 * @param {{seed: number, chosen?: number, copper?: boolean}} o
 */
export function coins(x, y, n, w, o) {
  const h = w * 0.19;
  const shade = `<ellipse cx="${f(x + w * 0.1)}" cy="${f(y)}" rx="${f(w * 0.66)}" ry="${f(w * 0.2)}" fill="url(#sh)"/>`;
  const stack = Array.from({ length: n }, (_, i) => {
    const chosen = i >= n - (o.chosen ?? 0);
    return coin(x, y - h * (i + 0.5) - (chosen ? h * 0.55 : 0), w, o.seed + i, { copper: o.copper, chosen });
  });
  return shade + stack.join("");
}

const PIN =
  "M-11 0C-17 -18 -18 -34 -11 -50C-7 -60 -6 -66 -9 -76C-13 -90 -6 -100 0 -100S13 -90 9 -76C6 -66 7 -60 11 -50C18 -34 17 -18 11 0Z";
const PIN_BODY =
  `<path d="${PIN}" fill="url(#pin)"/><path d="M-7.6 -62C-3 -60 3 -60 7.6 -62L8.6 -57C3 -55 -3 -55 -8.6 -57Z" fill="#C4432C"/>` +
  `<path d="M-9.6 -54C-4 -52 4 -52 9.6 -54L10.6 -50C4 -48 -4 -48 -10.6 -50Z" fill="#C4432C"/>`;

/**
 * A pin that stands at (x, y), or lies there.
 * @param {number} x
 * @param {number} y
 * @param {number} h
 * @param {{down?: number, faint?: boolean}} [o]
 */
export function pin(x, y, h, o = {}) {
  const scale = `scale(${(h / 100).toFixed(3)})`;
  if (o.down)
    return `<g transform="translate(${f(x)} ${f(y)}) rotate(${o.down}) ${scale}"${o.faint ? ' opacity=".55"' : ""}>${PIN_BODY}</g>`;
  const shade = `<ellipse cx="${f(x + h * 0.06)}" cy="${f(y)}" rx="${f(h * 0.2)}" ry="${f(h * 0.06)}" fill="url(#shL)"/>`;
  return `${shade}<g class="lift"><g transform="translate(${f(x)} ${f(y)}) ${scale}">${PIN_BODY}${rim(`<path d="${PIN}"`)}</g></g>`;
}

/**
 * A square of chocolate with its upper left corner at (x, y).
 * @param {number} x
 * @param {number} y
 * @param {number} s
 * @param {boolean} last  Whether it is the green one.
 */
export function choc(x, y, s, last) {
  const [edge, fill, face] = last ? ["#5F8438", "chG", "#86AE52"] : ["#4A2917", "ch", "url(#chT)"];
  const b = s * 0.13;
  const square = (/** @type {number} */ inset, /** @type {number} */ round, /** @type {string} */ paint) =>
    `<rect x="${f(x + inset)}" y="${f(y + inset)}" width="${f(s - 2 * inset)}" ` +
    `height="${f(s - 2 * inset)}" rx="${f(s * round)}" fill="${paint}"/>`;
  const seam =
    `M${f(x + b * 1.4)} ${f(y + s - b * 1.4)}L${f(x + b * 0.5)} ${f(y + s - b * 0.5)}` +
    `M${f(x + s - b * 1.4)} ${f(y + b * 1.4)}l${f(b * 0.9)} ${f(-b * 0.9)}`;
  const shine =
    `M${f(x + s * 0.09)} ${f(y + s * 0.9)}V${f(y + s * 0.13)}` +
    `Q${f(x + s * 0.09)} ${f(y + s * 0.09)} ${f(x + s * 0.13)} ${f(y + s * 0.09)}H${f(x + s * 0.9)}`;
  const cross = `M${f(x + s * 0.36)} ${f(y + s * 0.36)}l${f(s * 0.28)} ${f(s * 0.28)}m0 ${f(-s * 0.28)}l${f(-s * 0.28)} ${f(s * 0.28)}`;
  return (
    square(0, 0.09, edge) +
    square(s * 0.035, 0.1, `url(#${fill})`) +
    square(b * 1.4, 0.06, face) +
    `<path d="${seam}" stroke="#000" stroke-opacity=".12" stroke-width="${f(s * 0.02)}"/>` +
    `<path d="${shine}" fill="none" stroke="#fff" stroke-opacity="${last ? 0.4 : 0.16}" stroke-width="${f(s * 0.035)}"/>` +
    (last
      ? `<path d="${cross}" stroke="#29421A" stroke-width="${f(s * 0.06)}" stroke-linecap="round"/>`
      : "") +
    rim(`<rect x="${f(x + 2)}" y="${f(y + 2)}" width="${f(s - 4)}" height="${f(s - 4)}" rx="${f(s * 0.1)}"`)
  );
}

/** @param {number} x @param {number} y @param {number} w @param {string} g @param {number} a */
export function candy(x, y, w, g, a) {
  const wings = "M-34 0L-66 -22Q-60 -8 -64 0Q-60 8 -66 22Z M34 0L66 -22Q60 -8 64 0Q60 8 66 22Z";
  const folds = "M-36 0L-62 -12M-36 0L-62 12M36 0L62 -12M36 0L62 12";
  const stripes = "M-16 -24Q-26 0 -16 24M8 -25Q-2 0 8 25M28 -20Q20 0 28 20";
  const drop = `<rect x="-40" y="-25" width="80" height="50" rx="25"`;
  return (
    `<ellipse cx="${f(x + 2)}" cy="${f(y + w * 0.2)}" rx="${f(w * 0.6)}" ry="${f(w * 0.22)}" fill="url(#shL)"/>` +
    `<g class="lift"><g transform="translate(${f(x)} ${f(y)}) rotate(${a}) ` +
    `scale(${(w / 100).toFixed(3)})"><path d="${wings}" fill="url(#${g})"/>` +
    `<path d="${folds}" stroke="#fff" stroke-opacity=".4" stroke-width="2"/>${drop} fill="url(#${g})"/>` +
    `<path d="${stripes}" stroke="#fff" stroke-opacity=".38" stroke-width="5" fill="none"/>` +
    `<ellipse cx="-8" cy="-14" rx="24" ry="5" fill="#fff" opacity=".45"/>${rim(drop)}</g></g>`
  );
}

/** A wooden block; (x, y) is its lower left corner. @param {number} x @param {number} y @param {number} s */
export function block(x, y, s) {
  const d = s * 0.26;
  const front = `<rect x="${f(x)}" y="${f(y - s)}" width="${f(s)}" height="${f(s)}"`;
  const grain =
    `M${f(x + s * 0.12)} ${f(y - s * 0.3)}q${f(s * 0.36)} ${f(-s * 0.16)} ${f(s * 0.76)} 0` +
    `M${f(x + s * 0.12)} ${f(y - s * 0.62)}q${f(s * 0.4)} ${f(-s * 0.12)} ${f(s * 0.76)} ${f(s * 0.03)}`;
  return (
    `<g class="lift"><path d="M${f(x)} ${f(y - s)}l${f(d)} ${f(-d)}h${f(s)}l${f(-d)} ${f(d)}z" fill="url(#wdT)"/>` +
    `<path d="M${f(x + s)} ${f(y - s)}l${f(d)} ${f(-d)}v${f(s)}l${f(-d)} ${f(d)}z" fill="url(#wdS)"/>${front} fill="url(#wd)"/>` +
    `<path d="${grain}" fill="none" stroke="#9E7240" stroke-opacity=".42" stroke-width="${f(s * 0.025)}"/>${rim(front)}</g>`
  );
}

/** @param {number} x @param {number} y @param {number} r @param {number} a @param {string} [fill] */
export function seed(x, y, r, a, fill = "url(#sd)") {
  const hull =
    `<path d="M0 ${f(-r)}C${f(r * 0.75)} ${f(-r * 0.5)} ${f(r * 0.62)} ${f(r * 0.62)} 0 ${f(r)}` +
    `C${f(-r * 0.62)} ${f(r * 0.62)} ${f(-r * 0.75)} ${f(-r * 0.5)} 0 ${f(-r)}Z"`;
  const lines =
    `M0 ${f(-r * 0.8)}Q${f(r * 0.2)} 0 0 ${f(r * 0.8)}M${f(-r * 0.26)} ${f(-r * 0.3)}` +
    `Q${f(-r * 0.3)} ${f(r * 0.2)} ${f(-r * 0.16)} ${f(r * 0.6)}`;
  return (
    `<g class="lift"><g transform="translate(${f(x)} ${f(y)}) rotate(${f(a)})">${hull} fill="${fill}"/>` +
    `<path d="${lines}" fill="none" stroke="#E8DFCB" stroke-opacity=".8" stroke-width="${f(r * 0.1)}"/>${rim(hull)}</g></g>`
  );
}
