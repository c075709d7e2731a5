// A picture of each game for its tile: a small board in the middle of a game.

import { pebble } from "./pebbles.js";
import { bead, block, candy, chalk, choc, coins, match, pin, rodbead, seed } from "./pieces.js";
import { STRIPS } from "./strips.js";

/** @param {number} x @param {number} base @param {number} n @param {number} w @param {number} s @param {{top?: number}} o */
const col = (x, base, n, w, s, o = {}) =>
  Array.from({ length: n }, (_, i) =>
    pebble(x, base - i * w * 0.6, w, s + i * 3, { chosen: o.top !== undefined && i >= n - o.top }),
  ).join("");
/** @param {string} d @param {string} c */
const dash = (d, c, w = 1.8, da = "4 4") =>
  `<path d="${d}" fill="none" stroke="${c}" stroke-width="${w}" stroke-dasharray="${da}" stroke-linecap="round"/>`;
/** @param {number[]} gone */
const kayles = (gone) => {
  let s = '<ellipse cx="100" cy="112" rx="88" ry="10" fill="#3a2a14" opacity=".12"/>';
  for (let i = 0; i < 8; i++) if (!gone.includes(i)) s += pin(24 + i * 21.8, 112, 84);
  return (
    s +
    '<ellipse cx="104" cy="127" rx="36" ry="5" fill="#3a2a14" opacity=".25"/>' +
    pin(72, 124, 70, { down: 88 })
  );
};
/** Rods of beads, nine of them counted. @param {(bead: number) => string} look */
const counted = (look) => {
  let s = "";
  for (let r = 0; r < 3; r++) {
    const y = 36 + r * 34;
    s += `<path d="M8 ${y}H192" stroke="#6B5A45" stroke-width="3"/><path d="M8 ${y - 0.8}H192" stroke="#D9CDB8" stroke-width="1"/>`;
    for (let i = 0; i < 7; i++) {
      const k = r * 7 + i;
      const x = k < 9 ? 22 + i * 17 : 74 + i * 17;
      s += rodbead(x, y, 15.5, 27, k === 20 ? "bdR" : k < 9 ? look(k) : "bdB");
    }
  }
  return s;
};
/** @type {Record<string, () => string>} */
const PICTURES = {
  nim: () => col(54, 116, 3, 25, 1) + col(100, 116, 5, 25, 5) + col(146, 116, 7, 25, 2),
  subtraction: () =>
    Array.from({ length: 9 }, (_, i) =>
      match(30 + i * 17.5, 44, 74, i, { t: 7, paper: true, chosen: i > 5 }),
    ).join("") +
    `<path d="M130 128h45M130 128v-5M175 128v-5" stroke="#7A4A00" stroke-width="2.2" fill="none" stroke-linecap="round"/>`,
  game21: () => counted(() => "bdT"),
  // Who counted which: one after the other.
  game21_nplayer: () => counted((k) => (k < 3 ? "bdT" : k < 5 ? "bdN" : k < 8 ? "bdR" : "bdT")),
  game100: () => {
    let s = "";
    for (let r = 0; r < 10; r++) {
      const y = 16 + r * 12;
      s += `<path d="M10 ${y}H190" stroke="#6B5A45" stroke-width="1.6"/>`;
      const k = r < 3 ? 10 : r === 3 ? 4 : 0;
      for (let i = 0; i < 10; i++) {
        const on = i < k;
        const x = (on ? 22 : 72) + i * 12 - (on ? 0 : 0);
        s += rodbead(
          x + (on ? 0 : 0),
          y,
          9.4,
          10.6,
          r === 9 && i === 9 ? "bdR" : i < 5 === r < 5 ? "bdN" : "bdB",
        );
      }
    }
    return s;
  },
  multiheap: () => {
    const a = [
      [70, 4],
      [134, 5],
    ];
    return (
      a
        .map(([x, n], h) =>
          Array.from({ length: n }, (_, i) =>
            i >= n - 2
              ? pebble(x, 114 - i * 22, 36, i * 3 + h, { chosen: 1 })
              : pebble(x, 114 - i * 22, 36, i * 3 + h),
          ).join(""),
        )
        .join("") +
      chalk("M91 65C99 59 106 51 113 46", "#FFC766", 2.4) +
      chalk("M91 44C99 38 106 29 113 24", "#FFC766", 2.4)
    );
  },
  circular: () => {
    let s =
      '<circle cx="100" cy="70" r="48" fill="none" stroke="#0d1a15" stroke-opacity=".5" stroke-width="4" ' +
      'transform="translate(1.5 3)"/>' +
      '<circle cx="100" cy="70" r="48" fill="none" stroke="#D8CBB0" stroke-width="2.6"/>';
    for (let i = 0; i < 12; i++) {
      const a = (i / 12) * 6.283 - 1.571,
        x = 100 + 48 * Math.cos(a),
        y = 70 + 48 * Math.sin(a);
      if (i === 4 || i === 5) continue;
      s += bead(x, y, 11, "bdB", { chosen: i === 0 || i === 1 || i === 11 });
    }
    return s;
  },
  grundy: () => {
    let s = "";
    for (let i = 0; i < 7; i++) {
      const x = 31 + i * 22.5 + (i > 1 ? 10 : -6);
      s += pebble(x, 70, 21, i * 5 + 1, {});
    }
    return (
      s +
      chalk("M64.500 36C62 58 66 84 64 108", "#FFC766", 2.6) +
      `<text x="36" y="112" class="tn" fill="#EDF1EC">2</text><text x="131" y="112" class="tn" fill="#EDF1EC">5</text>`
    );
  },
  greedy: () =>
    coins(46, 118, 3, 40, { seed: 1 }) +
    coins(100, 118, 8, 40, { seed: 7, chosen: 3 }) +
    coins(154, 118, 5, 40, { seed: 2 }),
  moore: () =>
    col(36, 106, 3, 32, 1, { top: 1 }) +
    col(79, 106, 2, 32, 5) +
    col(122, 106, 4, 32, 2, { top: 2 }) +
    col(165, 106, 3, 32, 7) +
    chalk("M36 126v5H122v-5", "#FFC766", 2.2),
  building: () => {
    const s = 27;
    let o = '<path d="M14 121H190" stroke="#8A7654" stroke-width="2" opacity=".5"/>';
    for (const [x, n] of [
      [22, 2],
      [66, 1],
      [110, 3],
      [154, 1],
    ])
      for (let i = 0; i < n; i++) o += block(x, 120 - i * s, s);
    return o + block(68, 72, s) + chalk("M81 77V86M76 82L81 87.5L86 82", "#8A4A00", 2.2);
  },
  ndim: () => {
    let s =
      '<rect x="40" y="10" width="120" height="120" rx="10" fill="#6E4A2A"/>' +
      '<rect x="40" y="8" width="120" height="120" rx="10" fill="#8E6439"/>' +
      '<rect x="44" y="12" width="112" height="112" rx="7" fill="#7A5430"/>';
    for (let r = 0; r < 4; r++)
      for (let c = 0; c < 4; c++) {
        const x = 60 + c * 26.8,
          y = 28 + r * 26.8;
        s += `<circle cx="${x}" cy="${y}" r="11" fill="url(#hole)"/>`;
        if (r === 2 && c > 0) continue;
        s += bead(x, y - 1, 9.8, "gl", { chosen: r === 0 && c < 2 });
      }
    return s;
  },
  graph: () => {
    const P = [
        [34, 36],
        [88, 24],
        [62, 78],
        [128, 58],
        [168, 28],
        [110, 112],
        [170, 100],
        [30, 116],
      ],
      E = [
        [0, 1],
        [0, 2],
        [1, 2],
        [1, 3],
        [3, 4],
        [2, 5],
        [3, 5],
        [3, 6],
        [5, 6],
        [2, 7],
        [4, 6],
      ];
    const hot = new Set([3, 5, 6]);
    return (
      E.map(([a, b]) => {
        const h = hot.has(a) && hot.has(b);
        return (
          `<path d="M${P[a]}L${P[b]}" stroke="#3a2a14" stroke-opacity=".22" stroke-width="3" ` +
          `transform="translate(1.5 3)"/>` +
          `<path d="M${P[a]}L${P[b]}" stroke="${h ? "#C2410C" : "#8E3B2E"}" stroke-width="${h ? 3 : 1.9}"/>`
        );
      }).join("") +
      P.map(
        ([x, y], i) =>
          bead(x, y, 9.5, "br", { paper: true }) +
          (hot.has(i)
            ? `<circle cx="${x}" cy="${y}" r="12" fill="none" stroke="#B45F00" stroke-width="2.4"/>`
            : ""),
      ).join("")
    );
  },
  candy: () => {
    let s = "";
    /** @type {Array<[number, number, string]>} */
    const st = [
      [44, 1, "cdR"],
      [100, 2, "cdT"],
      [156, 3, "cdA"],
    ];
    for (const [x, n, g] of st)
      for (let i = 0; i < n; i++) s += candy(x, 106 - i * 34, 42, g, [-14, 9, -6][i]);
    return s;
  },
  fibonacci: () => {
    let s = '<ellipse cx="101" cy="74" rx="64" ry="60" fill="#3a2a14" opacity=".12"/>';
    const n = 55;
    for (let i = 0; i < n; i++) {
      const a = i * 2.39996,
        r = 7.6 * Math.sqrt(i + 0.6);
      s += seed(
        100 + r * Math.cos(a) * 1.06,
        70 + r * Math.sin(a),
        6.4,
        a * 57.3 + 90,
        i >= 47 ? "#B4590A" : undefined,
      );
    }
    return s;
  },
  octal: () => kayles([3, 4]),
  notakto: () => {
    let s = "";
    /** @type {Array<[number, number, number[]]>} */
    const B = [
      [16, 44, [0, 4]],
      [76, 44, [2, 3, 7]],
      [136, 44, [5]],
    ];
    for (const [x, y, m] of B) {
      const u = 16;
      s += chalk(
        `M${x + u} ${y}v${3 * u}M${x + 2 * u} ${y}v${3 * u}M${x} ${y + u}h${3 * u}M${x} ${y + 2 * u}h${3 * u}`,
        "#C9D2D0",
        1.5,
        0.75,
      );
      for (const k of m) {
        const cx = x + ((k % 3) + 0.5) * u,
          cy = y + (((k / 3) | 0) + 0.5) * u;
        s += chalk(`M${cx - 5} ${cy - 5}l10 10M${cx + 5} ${cy - 5}l-10 10`, "#F7F3E4", 2.4, 1);
      }
    }
    return s;
  },
  chomp: () => {
    let s = "";
    const z = 27,
      x0 = 32,
      y0 = 16;
    s += `<path d="M${x0 + 3} ${y0 + 5}h${5 * z}v${2 * z}h${-2 * z}v${2 * z}h${-3 * z}z" fill="#3a2a14" opacity=".28"/>`;
    for (let r = 0; r < 4; r++)
      for (let c = 0; c < 5; c++) {
        if (r > 1 && c > 2) continue;
        s += choc(x0 + c * z, y0 + r * z, z, r + c === 0);
      }
    return (
      s +
      dash(
        `M${x0 + 3 * z + 4} ${y0 + 2 * z + 4}H${x0 + 5 * z}V${y0 + 4 * z}H${x0 + 3 * z + 4}Z`,
        "#8A6B4A",
        1.6,
      )
    );
  },
  poset: () => {
    const P = [
        [100, 18],
        [56, 52],
        [100, 52],
        [144, 52],
        [78, 88],
        [122, 88],
        [100, 122],
      ],
      E = [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 4],
        [2, 4],
        [2, 5],
        [3, 5],
        [4, 6],
        [5, 6],
      ];
    const up = new Set([0, 2, 3, 5]);
    return (
      E.map(([a, b]) => `<path d="M${P[a]}L${P[b]}" stroke="#6A5B45" stroke-width="2"/>`).join("") +
      P.map(
        ([x, y], i) =>
          bead(x, y, 10.5, up.has(i) ? "bdA" : "bdN", { paper: true }) +
          (i === 5
            ? `<circle cx="${x}" cy="${y}" r="13.500" fill="none" stroke="#B45F00" stroke-width="2.400"/>`
            : ""),
      ).join("")
    );
  },
  circular_stacks: () => {
    const n = [3, 1, 4, 2, 3, 2];
    const it = n
      .map((k, i) => {
        const a = (i / 6) * 6.283 - 1.571 + 0.52;
        return [100 + 62 * Math.cos(a), 84 + 38 * Math.sin(a), k, i];
      })
      .sort((a, b) => a[1] - b[1]);
    return (
      '<ellipse cx="100" cy="84" rx="62" ry="38" fill="none" stroke="#E9E2D0" stroke-opacity=".35" ' +
      'stroke-width="2" stroke-dasharray="3 5"/>' +
      it
        .map(([x, y, k, i]) =>
          coins(x, y, k, 32, { seed: i, copper: true, chosen: i === 2 ? 2 : i === 3 ? 1 : 0 }),
        )
        .join("")
    );
  },
};

/** The picture of a game, 200 wide and 140 high; a game without its own has that of a similar game. @param {string} variant */
export function pictureOf(variant) {
  return (STRIPS[variant] ?? PICTURES[variant] ?? PICTURES[variant.split("_")[0]] ?? PICTURES.nim)();
}
