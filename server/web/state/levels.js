// How strong a bot plays that adapts: stronger after a win of the player, weaker after a loss.

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Table} Table */

/** The names of the house bots' levels, the weakest first: they follow the bots' names. */
export const LEVELS = ["easy", "medium", "hard", "perfect"];
/** What the form has instead of a bot's name. */
export const ADAPTS = "adapts";

/** A house bot's level, if its name contains it. @param {string} name */
export function levelOf(name) {
  return LEVELS.find((level) => name.endsWith(`(${level})`));
}

/**
 * The level after a change: games for two against the house bot of this level count, but for the
 * position of the day, where the bot is always perfect.
 * @param {State} before @param {State} after @returns {number}
 */
export function levelAfter({ tables, level }, after) {
  if (after.form.bot !== ADAPTS) return level;
  const ended = Object.entries(after.tables).find(
    ([id, { state }]) => state.over && tables[id] && !tables[id].state.over && id !== after.daily.table,
  )?.[1];
  if (!ended || ended.seat === null || ended.players.length !== 2 || !ended.state.over) return level;
  const bot = ended.players[1 - ended.seat];
  if (!bot.house || levelOf(bot.name) !== LEVELS[level]) return level;
  const { winners } = ended.state.over;
  if (winners.length === 0) return level;
  const next = level + (winners.includes(ended.seat) ? 1 : -1);
  return Math.max(0, Math.min(LEVELS.length - 1, next));
}

/**
 * The house bot one level above the one that I have just beaten: the next step; null if there is none here.
 * @param {State} state @param {Table} table @returns {import("../net/wire.js").Player | null}
 */
export function nextBot({ lobby }, { players, seat, state: { over } }) {
  if (seat === null || players.length !== 2 || !over?.winners.includes(seat)) return null;
  const { house, name } = players[1 - seat];
  const level = house && levelOf(name);
  const next = level && LEVELS[LEVELS.indexOf(level) + 1];
  return (next && lobby?.players.find((bot) => bot.house && levelOf(bot.name) === next)) || null;
}
