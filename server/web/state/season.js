// Seasons of the ladder: quarters of a year (UTC), named as the server names them: "2026-Q4".

const NAME = /^(\d{4})-Q([1-4])$/;

/** The season at a time. @param {number} at  In milliseconds. */
export function seasonAt(at) {
  const date = new Date(at);
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
}

/** The season so many later, or earlier. @param {string} season @param {number} by */
export function seasonFrom(season, by) {
  const first = new Date(monthsOf(season)[0]);
  return seasonAt(first.setUTCMonth(first.getUTCMonth() + 3 * by));
}

/** Whether this is the name of a season. @param {string} name */
export const isSeason = (name) => NAME.test(name);

/** The middle of the season's first and last month, in milliseconds. @param {string} season */
export function monthsOf(season) {
  const [, year, quarter] = NAME.exec(season) ?? ["", "1970", "1"];
  const month = 3 * (Number(quarter) - 1);
  return [Date.UTC(Number(year), month, 15), Date.UTC(Number(year), month + 2, 15)];
}
