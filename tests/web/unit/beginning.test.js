// How tournaments are named, and when they begin, where many are listed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { speak } from "../../../server/web/texts/text.js";
import { DAILY_ARENA, current, stageOf, tournamentName } from "../../../server/web/views/beginning.js";

await speak("en");

const NOON = new Date(2026, 10, 26, 12).getTime();
const HOUR = 3_600_000;

test("a list says when a tournament begins, and otherwise its stage", () => {
  const at = (begins_at_ms) => stageOf({ stage: "open", begins_at_ms }, NOON).replaceAll(/\s/gu, " ");
  assert.equal(at(NOON + 6 * HOUR), "starts 6:00 PM");
  assert.equal(at(NOON + 30 * HOUR), "starts Fri 6:00 PM");
  assert.equal(stageOf({ stage: "open" }, NOON), "open");
  assert.equal(stageOf({ stage: "running", begins_at_ms: NOON }, NOON), "being played");
});

test("what is played comes first, then what begins soonest; what is over is not listed", () => {
  const line = (stage, begins_at_ms) => ({ stage, begins_at_ms });
  const lines = [line("finished"), line("open"), line("open", 9), line("open", 5), line("running")];
  assert.deepEqual(
    current(lines).map((one) => lines.indexOf(one)),
    [4, 3, 2, 1],
  );
});

test("the tournament that every server holds is named in the page's language, others as they are", async () => {
  const schedule = new URL("../../../server/src/config/schedule.rs", import.meta.url);
  assert.ok(readFileSync(schedule, "utf8").includes(`name = "${DAILY_ARENA}"`), "as the server names it");
  await speak("de");
  assert.equal(tournamentName(DAILY_ARENA), "Arena des Tages");
  assert.equal(tournamentName("Sunday"), "Sunday");
  await speak("en");
});
