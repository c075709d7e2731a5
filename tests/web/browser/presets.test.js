// Every start that the server offers: it can be drawn, it has a name, and the form for a
// custom start begins with its numbers and produces a game that the server accepts.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { boardOf, fetchVariant, ownStartOf, withValues } from "../../../server/web/variants/index.js";
import { choices } from "../../../server/web/state/selection.js";
import { roomFor } from "../../../server/web/boards/room.js";
import { speak, speakOf } from "../../../server/web/texts/text.js";
import { presetName } from "../../../server/web/views/presets.js";
import { rules } from "../../../server/web/views/words.js";
import { offered, startServer } from "../harness.js";
import { viewOf } from "../view.js";

const server = await startServer({ bots: "off" });
after(() => server.stop());
await speak("en");
await speakOf("presets");
const all = await offered(server);
for (const { variant } of all) await fetchVariant(variant);

/** Pixels of the narrowest piece where they are fewer than a finger's: cuts lie between the stones of a heap. */
const LEAST = { lasker: 11 };
const PHONE = { width: 320, height: 640 };
const DESK = { width: 1200, height: 900 };

test("every start can be drawn with pieces, at both widths", () => {
  for (const { variant, presets } of all) {
    for (const { name, game } of presets) {
      const chosen = choices(
        null,
        () => null,
        () => [],
      );
      for (const narrow of [true, false]) {
        const box = roomFor(narrow ? PHONE : DESK, "table");
        const scene = boardOf(variant).draw(viewOf({ game, position: game.start, narrow, box }, chosen));
        assert.ok(!Array.isArray(scene), `${name} is drawn with pieces`);
        assert.ok(scene.width <= 760 && scene.height <= 900, `${name}: ${scene.width} x ${scene.height}`);
        if (narrow)
          assert.ok(
            leastTarget(scene) >= (LEAST[variant] ?? 24),
            `${name}: ${leastTarget(scene)} pixels are too small for a finger`,
          );
      }
    }
  }
});

/** The size of the smallest touch target on the smallest phone, for a board that fills its width. */
function leastTarget({ width, nodes }) {
  const scale = Math.min(1, roomFor(PHONE, "table").width / width);
  const targets = nodes
    .flatMap(({ children }) => children)
    .filter((child) => child.props?.class === "target");
  assert.ok(targets.length > 0);
  return scale * Math.min(...targets.flatMap(({ props }) => [props.width, props.height]));
}

test("names of starts are short, and differ within a variant", () => {
  for (const { variant, presets } of all) {
    const names = presets.map(presetName);
    assert.equal(new Set(names).size, names.length, `${variant}: ${names}`);
    for (const name of names)
      assert.ok(name.length > 0 && name.length < 40 && !/[{}]|undefined/.test(name), name);
    assert.ok(rules(presets[0].game), variant);
  }
});

test("a start of one's own begins with the numbers of the known one, and is a game", async () => {
  for (const { variant, presets } of all) {
    for (const { name, game } of presets) {
      const own = withValues(game, ownStartOf(variant).read(game));
      // The form has no field for every shape; other numbers survive the round trip.
      if (!["graph", "poset", "octal"].includes(variant) && name !== "divisors of 60") {
        assert.deepEqual(
          { ...own, params: compact(own.params) },
          { ...game, params: compact(game.params) },
          name,
        );
      }
      const moves = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ game: own, moves: [] }),
      };
      assert.equal((await fetch(`${server.url}/api/analysis`, moves)).status, 200, name);
    }
  }
});

const compact = (params) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
