// Why a position is won or lost, from the solver's facts: a text's key with its parameters. If
// facts and outcome do not fit the texts, the result is null and the solver's own sentence is
// shown.

/** @typedef {import("./study.js").Ply} Ply */
/** @typedef {import("./study.js").Facts} Facts */
/** @typedef {import("../net/wire.js").Setup} Setup */
/** @typedef {{key: string, params: Record<string, string | number>}} Reason */

/** Variants whose nim-sum is that of the heaps themselves; in other variants it is that of their values. */
const PLAIN = ["nim", "candy", "circular_stacks", "building"];

/** @param {Setup} game @param {Ply} ply @returns {Reason | null} */
export function reasonOf(game, ply) {
  const kind = ply.why.facts.kind;
  const found = Object.hasOwn(REASONS, kind)
    ? REASONS[kind](ply.why.facts, ply.outcome === "N", game, ply)
    : null;
  return found && { key: `why.${found[0]}`, params: found[1] ?? {} };
}

/** @type {Record<string, (facts: Facts, wins: boolean, game: Setup, ply: Ply) => [string, Record<string, string | number>?] | null>} */
const REASONS = {
  nim_sum: ({ values, sum }, wins, game, ply) => {
    if (ply.position?.pass) return agree(wins, ["pass"]);
    if (values.length === 0) return over(game, wins);
    const last = lastHeap(game, values);
    if (last) return agree(wins, ["lastHeap", { n: last }]);
    if (game.ending === "misere" && values.every(small)) return agree(wins === (sum === 0), ["onesOnly"]);
    return agree(wins === (sum !== 0), [`${nimSumOf(game, values, wins)}.${wins ? "N" : "P"}`, { sum }]);
  },
  ones: ({ ones, larger }, wins, game, ply) => {
    if (ply.position?.pass) return agree(wins, ["pass"]);
    if (ones + larger === 0) return over(game, wins);
    if (larger === 0) return agree(wins === (ones % 2 === 0), ["ones", { n: ones }]);
    return agree(larger === 1 && wins, ones === 0 ? ["oneHeap"] : ["oneLarger", { n: ones }]);
  },
  golden_pair: ({ number, pair: [low, high], heaps }, wins) => {
    const [a, b] = [Math.min(...heaps), Math.max(...heaps)];
    return agree(wins === (a !== low || b !== high), [
      wins ? "golden.N" : "golden.P",
      { number, low, high, a, b },
    ]);
  },
  fraenkel_pair: ({ r, heaps: [a, b], left }, wins) => {
    const [c, d] = left ?? [];
    return agree(wins === (left !== null), [wins ? "fraenkel.N" : "fraenkel.P", { r, a, b, c, d }]);
  },
  ratio: ({ small, large }, wins, { ending }) => {
    if (small === 0) return null;
    if (small === large) return ["ratio.equal"];
    const golden = large * large > large * small + small * small;
    const won = ending === "misere" ? "ratioMisere.N" : "ratio.N";
    return agree(wins === golden, [wins ? won : "ratio.P", { small, large }]);
  },
  tallest: ({ size, count }, wins, game) => {
    if (size === 0) return over(game, wins);
    if (size === 1 && game.ending === "misere")
      return agree(wins === (count % 2 === 0), ["ones", { n: count }]);
    return agree(wins === (count % 2 === 1), [wins ? "tallest.N" : "tallest.P", { n: count, size }]);
  },
  columns: ({ modulus, values, counts }, wins, { ending }) => {
    if (ending === "misere" && values.every(small)) {
      return agree(wins === ((counts[0] ?? 0) % modulus !== 1 % modulus), ["columnsOnes", { modulus }]);
    }
    return agree(wins === counts.some((/** @type {number} */ count) => count % modulus !== 0), [
      wins ? "columns.N" : "columns.P",
      { modulus },
    ]);
  },
  zeckendorf: ({ parts, limit, take }, wins, { ending }) => {
    const row = [...parts].reverse().join(" + ");
    const heap = parts.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
    if (parts.length === 0) return null;
    const kind = ending === "misere" ? "zeckendorfMisere" : "zeckendorf";
    if (take === null) return agree(!wins, [`${kind}.P`, { heap, row, part: parts[0], limit }]);
    if (parts.length === 1) return agree(wins, [`${kind}.all`, { take, limit }]);
    return agree(wins, [`${kind}.N`, { heap, row, take, twice: 2 * take, next: parts[1] }]);
  },
  building: ({ total, remaining, stacks }, wins) => {
    if (total % 2 === 1)
      return agree(wins === (remaining % 2 === 0), [
        remaining % 2 ? "oddOther" : "oddMine",
        { total, n: total },
      ]);
    const unpaired = alone(stacks);
    if (remaining % 2 === 0 && unpaired.length === 0) return agree(!wins, ["paired"]);
    if (remaining % 2 === 1 && unpaired.length === 2 && unpaired[1] - unpaired[0] === 1)
      return agree(wins, ["pairing", { size: unpaired[0] }]);
    return agree(wins === (remaining % 2 === 0), [remaining % 2 ? "unmatchedOther" : "unmatchedMine"]);
  },
  circle: ({ stacks, neighbours }) => {
    const n = stacks.length;
    if (neighbours >= n) return ["circle.all"];
    if (neighbours === n - 1) return ["circle.equal"];
    return n in CIRCLES && CIRCLES[n][neighbours] ? [`circle.${CIRCLES[n][neighbours]}`] : null;
  },
  remainder: ({ left, modulus, remainder, wanted }, wins, { params }, ply) => {
    const numbers = { left, modulus, remainder, wanted, n: left };
    if (left === 0) return ["reached"];
    if ((params.players ?? 2) > 2) return [ply.mover_survives ? "survives" : "mayLose", numbers];
    const kind = wanted === 0 ? "multiple" : "remainder";
    return agree(wins === (remainder !== wanted % modulus), [`${kind}.${wins ? "N" : "P"}`, numbers]);
  },
  tame: ({ values, firm, sum }, wins, game) => {
    if (values.length === 0) return over(game, wins);
    return agree(wins === (sum !== (firm ? 0 : 1)), [
      "tame",
      { values: values.slice(0, 12).join(", "), sum, lost: firm ? 0 : 1 },
    ]);
  },
  quotient: ({ product }, wins) => [wins ? "quotient.N" : "quotient.P", { product: powers(product) }],
  mirror: ({ first }, wins, { variant }) => {
    if (["ndim", "graph", "poset", "cram", "node_kayles"].includes(variant))
      return agree(wins === first.length > 0, [wins ? "mirror.N" : "mirror.P"]);
    if (variant === "circular") return agree(!wins, ["mirror.circle"]);
    return variant === "chomp" ? agree(wins, ["mirror.square"]) : null;
  },
  arms: ({ arms: [long, short] }, wins, _, { position: { rows = [] } }) => {
    const left = rows.filter(Boolean);
    if (left.length === 2 || left[0] === 2)
      return agree(wins === (long !== short + 1), ["twoRows", { long, short }]);
    return agree(wins === (long !== short), ["arms", { long, short }]);
  },
  last_move: (_, wins) => agree(wins, ["lastMove"]),
  stolen_strategy: (_, wins, { variant }) => agree(wins, [variant === "chomp" ? "stolenBar" : "stolen"]),
  // Without a number where an earlier question has answered this one.
  searched: ({ positions }, wins) => [
    `${positions > 0 ? "searched" : "known"}.${wins ? "N" : "P"}`,
    { n: positions },
  ],
  out_of_budget: ({ positions }) => ["undecided", { n: positions }],
};

/** The only heap that is left, where taking all of it is the last move; else 0. @param {Setup} game @param {number[]} values */
function lastHeap({ variant, ending }, values) {
  const [last = 0, ...more] = values.filter(Boolean);
  return ["nim", "candy"].includes(variant) && ending === "normal" && more.length === 0 ? last : 0;
}

/**
 * What has the nim-sum: the heaps, the values of parts, or the value of the only part; with the
 * ending, where that changes what winning moves leave.
 * @param {Setup} game @param {number[]} values @param {boolean} wins
 */
function nimSumOf(game, values, wins) {
  const misere = game.ending === "misere";
  if (PLAIN.includes(game.variant)) return misere && !wins ? "heaps.misere" : "heaps";
  if (misere) return "values.misere";
  return values.length === 1 ? "value" : "values";
}

/** The circles with a rule, by their stacks and by how many neighbours a move takes from. @type {Record<number, Record<number, string>>} */
const CIRCLES = { 4: { 2: "opposite" }, 5: { 2: "five2", 3: "five3" }, 6: { 3: "six3", 4: "six4" } };

/** A product of letters as it is written: "ab2" is "ab²". @param {string} word */
export function powers(word) {
  return word.replace(/(?<=[a-z])\d+/g, (digits) =>
    [...digits].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[+digit]).join(""),
  );
}

/** No move is left. @param {Setup} game @param {boolean} wins */
function over({ ending }, wins) {
  const misere = ending === "misere";
  return agree(wins === misere, [misere ? "nothingMisere" : "nothing"]);
}

/** A reason, if its condition holds. @param {boolean} holds @param {[string, Record<string, string | number>?]} reason */
function agree(holds, reason) {
  return holds ? reason : null;
}

/** @param {number} value */
function small(value) {
  return value <= 1;
}

/** Stacks without a partner of the same height, ascending. @param {number[]} stacks */
function alone(stacks) {
  const sorted = [...stacks].sort((a, b) => a - b);
  /** @type {number[]} */
  const left = [];
  for (const stack of sorted) {
    if (left[left.length - 1] === stack) left.pop();
    else left.push(stack);
  }
  return left;
}
