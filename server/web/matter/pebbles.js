// Pebbles: eight shapes, each an ellipse bent by its second and third harmonics and
// closed by a Catmull-Rom curve. A shape is drawn once, as a symbol; a board of two
// hundred pebbles is two hundred references to eight of them.

const SHAPES = 8;
/** The mineral (of three) of each shape. */
const MINERALS = [0, 1, 0, 2, 0, 1, 2, 0];

/** Pseudorandom numbers from 0 to 1 from a seed (mulberry32). @param {number} seed */
export function lots(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number rounded for a drawing. @param {number} n */
export const f = (n) => +n.toFixed(1);

/** @param {number} w @param {number} h @param {number} seed */
function outline(w, h, seed) {
  const lot = lots(seed);
  const [a3, f3, a2, f2] = [0.018 + lot() * 0.03, lot() * 6.283, (lot() - 0.5) * 0.05, lot() * 6.283];
  const [e, turn] = [2.12 + lot() * 0.2, (lot() - 0.5) * 0.16];
  const n = 16;
  const p = Array.from({ length: n }, (_, i) => {
    const a = (i / n) * 2 * Math.PI;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    const k = 1 + a3 * Math.cos(3 * a + f3) + a2 * Math.cos(2 * a + f2);
    const x = ((Math.sign(c) * Math.abs(c) ** (2 / e) * w) / 2) * k;
    const y = ((Math.sign(s) * Math.abs(s) ** (2 / e) * h) / 2) * k;
    return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
  });
  const curves = p.map((b, i) => {
    const [a, c, g] = [-1, 1, 2].map((k) => p[(i + k + n) % n]);
    const from = `${f(b[0] + (c[0] - a[0]) / 6)} ${f(b[1] + (c[1] - a[1]) / 6)}`;
    return `C${from} ${f(c[0] - (g[0] - b[0]) / 6)} ${f(c[1] - (g[1] - b[1]) / 6)} ${f(c[0])} ${f(c[1])}`;
  });
  return `M${f(p[0][0])} ${f(p[0][1])}${curves.join("")}Z`;
}

/** A vein of quartz, or two of iron. @param {number} i @param {number} y */
function vein(i, y) {
  if (i % 4 === 1) {
    const d = `M-41 ${f(y * 0.8 - 3)}C-20 ${f(y * 0.8 - 9)} 12 ${f(y * 0.8 + 4)} 41 ${f(y * 0.8 - 5)}`;
    return `<path d="${d}" fill="none" stroke="#FFFDF6" stroke-opacity=".62" stroke-width="3.2" stroke-linecap="round"/>`;
  }
  if (i % 4 !== 3) return "";
  const upper = `M-41 ${f(y)}C-20 ${f(y - 8)} 14 ${f(y + 6)} 41 ${f(y - 3)}`;
  const lower = `M-39 ${f(y + 7)}C-18 ${f(y)} 14 ${f(y + 13)} 39 ${f(y + 4)}`;
  return `<path d="${upper}${lower}" fill="none" stroke="#7A6540" stroke-opacity=".28" stroke-width="2.2" stroke-linecap="round"/>`;
}

/** The shapes as symbols `p0` to `p7`, and their outlines as `o0` to `o7`. */
export const symbols = Array.from({ length: SHAPES }, (_, i) => {
  const lot = lots(i * 131 + 7);
  const y = (lot() - 0.5) * 18;
  const specks = Array.from({ length: 9 }, () => {
    const [a, q] = [lot() * 6.283, Math.sqrt(lot()) * 0.8];
    return `M${f(50 * q * Math.cos(a))} ${f(31 * q * Math.sin(a))}h.01`;
  }).join("");
  const d = outline(100, 62, i * 977 + 31);
  return (
    `<symbol id="p${i}" viewBox="-60 -45 120 90" overflow="visible"><path d="${d}" fill="url(#st${MINERALS[i]})"/>${vein(i, y)}` +
    `<path d="${specks}" stroke="#4A4236" stroke-opacity=".3" stroke-width="2.1" stroke-linecap="round"/>` +
    '<ellipse cx="-13" cy="-15" rx="27" ry="9" fill="url(#hl)" opacity=".85" ' +
    `transform="rotate(-7 -13 -15)"/></symbol><path id="o${i}" d="${d}"/>`
  );
}).join("");

/**
 * A pebble around (x, y).
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} seed
 * @param {{chosen?: boolean | 0 | 1}} [o]
 */
export function pebble(x, y, w, seed, o = {}) {
  const flip = (seed >> 3) % 2 ? -1 : 1;
  const up = o.chosen ? -0.08 * w : 0;
  const shade =
    `<ellipse cx="${f(x + w * 0.05)}" cy="${f(y + w * (o.chosen ? 0.2 : 0.1))}" rx="${f(w * 0.56)}" ` +
    `ry="${f(w * (o.chosen ? 0.4 : 0.385))}" fill="url(#sh)"/>`;
  const i = seed % SHAPES;
  const rim = o.chosen
    ? `<use href="#o${i}" fill="#FFB84D" fill-opacity=".2" stroke="#FFB84D" stroke-width="4.2"/>`
    : `<use class="rim" href="#o${i}"/>`;
  const scale = `scale(${((w / 100) * flip).toFixed(3)} ${(w / 100).toFixed(3)})`;
  return (
    `${shade}<g class="lift"><g transform="translate(${f(x)} ${f(y + up)}) ${scale}">` +
    `<use href="#p${i}" x="-60" y="-45" width="120" height="90"/>${rim}</g></g>`
  );
}

/** The outline of a pebble that is gone. @param {number} x @param {number} y @param {number} w @param {number} seed */
export function hollow(x, y, w, seed) {
  return (
    `<g transform="translate(${f(x)} ${f(y)}) scale(${((w / 100) * 0.94).toFixed(3)})">` +
    `<use class="hollow" href="#o${seed % SHAPES}"/></g>`
  );
}
