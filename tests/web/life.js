// Fills a server, so that there is something to be seen: people with accounts and rated
// games, tournaments of every stage, a running game, and an offer in the lobby. Speaks
// the wire itself, without a browser.

import { randomBytes } from "node:crypto";

import { PATIENCE_MS } from "./patience.js";

const PASSWORD = "correct horse battery";
const CLOCK = { kind: "fischer", base_ms: 180_000, increment_ms: 2_000 };
/** The players, and how often each errs. The pictures show the first. */
const PEOPLE = [
  ["Ada Lovelace", 0.15],
  ["Bouton", 0.02],
  ["Zermelo", 0.3],
  ["W", 0.5],
  ["A name of thirty-two characters!", 0.7],
  ["Sprague and Grundy", 0.1],
];
/** Lets everybody play everybody, and returns the results. @param {{url: string}} server */
export async function life({ url }) {
  const luck = generator(7);
  const people = await Promise.all(PEOPLE.map(([name, errs]) => Person.register(url, name, errs, luck)));
  const pairs = people.flatMap((one, i) => people.slice(i + 1).map((other) => [one, other]));
  for (const ending of ["normal", "misere", "normal"])
    for (const [one, other] of pairs) await ratedPair(one, other, ending);
  const cups = {
    round_robin: await played(url, people, "Everybody meets", { kind: "round_robin" }),
    knockout: await played(url, people, "The cup of the longest names (2)", { kind: "knockout" }),
    open: await founded(url, people, "Sunday afternoon", { kind: "swiss", rounds: 5 }, 32),
  };
  await unfinished(people);
  // The pictures show this player: from now on a browser plays their games.
  people[0].close();
  return { cups, players: people.map(({ id }) => id), me: { name: people[0].name, password: PASSWORD } };
}

/** Two who err often play rated games until a win that one threw away is a puzzle. @param {{url: string}} server */
export async function blunders({ url }) {
  const luck = generator(11);
  const people = await Promise.all(["Wythoff", "Moore"].map((name) => Person.register(url, name, 0.8, luck)));
  const late = Date.now() + PATIENCE_MS;
  for (;;) {
    await ratedPair(people[0], people[1], "normal");
    for (let asked = 0; asked < 20; asked++) {
      if ((await fetch(`${url}/api/puzzles/next`)).ok) return people.forEach((person) => person.close());
      await pause(100);
    }
    if (Date.now() > late) throw new Error("nobody threw a win away");
  }
}

/** Somebody with an account, who plays whatever game they are in. */
class Person {
  #socket;
  #waiting = new Map();
  #cid = 0;
  /** Finished tables, and those who wait for their end. */
  #over = new Set();
  #awaited = new Map();
  plays = true;

  static async register(url, name, errs, luck) {
    const response = await fetch(`${url}/api/register`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${randomBytes(32).toString("hex")}`,
      },
      body: JSON.stringify({ name, password: PASSWORD }),
    });
    const { token, you } = await response.json();
    const person = Object.assign(new Person(), { name, token, id: you.id, errs, luck });
    person.#socket = new WebSocket(`${url.replace("http", "ws")}/ws`, "nim.v1");
    await new Promise((opened) => (person.#socket.onopen = opened));
    person.#socket.onmessage = ({ data }) => person.#heard(JSON.parse(data));
    await person.ask({ t: "hello", name, kind: "person", client: "pictures", token });
    return person;
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      const cid = ++this.#cid;
      this.#waiting.set(cid, (answer) =>
        answer.t === "error" ? reject(new Error(`${answer.code} ${answer.message}`)) : resolve(answer),
      );
      this.#socket.send(JSON.stringify({ ...message, cid }));
    });
  }

  close() {
    this.#socket.close();
  }

  /** Done when this table is over. */
  end(table) {
    if (this.#over.has(table)) return Promise.resolve();
    return new Promise((over, late) => {
      this.#awaited.set(table, over);
      setTimeout(late, PATIENCE_MS, new Error(`${table} does not end`)).unref();
    });
  }

  seated = new Map();
  /** What is told of a seat taken by `offer` or in a pair with it. */
  #heard(message) {
    if (message.cid) {
      this.#waiting.get(message.cid)?.(message);
      this.#waiting.delete(message.cid);
    } else if (message.t === "seated") {
      this.seated.set(message.state.table, message);
      this.#think(message.state);
    } else if (message.t === "state" && this.seated.has(message.table)) this.#think(message);
  }

  async #think(state) {
    const { table, ply, to_move, over, position } = state;
    if (over) {
      this.#over.add(table);
      return this.#awaited.get(table)?.();
    }
    const { seat, game } = this.seated.get(table);
    if (to_move !== seat || !this.plays) return;
    const { moves } = await this.ask({ t: "moves", table });
    // The game has moved on in the meantime.
    if (!moves) return;
    const blind = this.luck() < this.errs || game.variant !== "nim";
    const move =
      (!blind && winning(moves, position.heaps, game.ending)) ||
      moves[Math.floor(this.luck() * moves.length)];
    // Takes no time that the clock shows, but some.
    await this.ask({ t: "move", table, ply, move }).catch(() => {});
  }
}

/** Bouton, 1901. @param {Array<[number, number]>} moves @param {number[]} heaps @param {string} ending */
export function winning(moves, heaps, ending) {
  return moves.find(([heap, taken]) => {
    const left = heaps.map((size, i) => (i === heap ? size - taken : size));
    const sum = left.reduce((all, size) => all ^ size, 0);
    return Math.max(...left) < 2 && ending === "misere" ? sum === 1 : sum === 0;
  });
}

/** Two rated games from one start. */
async function ratedPair(one, other, ending) {
  const game = { variant: "nim", params: {}, ending, draw: { difficulty: "medium" } };
  const before = new Set(one.seated.keys());
  const { seek } = await one.ask({
    t: "seek",
    game,
    seat: "random",
    private: true,
    rated: true,
    pair: true,
    clock: CLOCK,
  });
  await other.ask({ t: "accept", seek });
  const games = () => [...one.seated.keys()].filter((table) => !before.has(table));
  while (games().length < 2)
    await Promise.race([...games().map((table) => one.end(table)), pause(50)]).then(() => pause(10));
  await Promise.all(games().map((table) => one.end(table)));
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A new tournament that all have entered; its id. */
async function founded(url, people, name, format, entrants = people.length) {
  const course = { variant: "nim", params: {}, ending: "normal", size: 9 };
  const courses = [course, { variant: "chomp", params: {}, ending: "misere", size: 9 }];
  const plan = { name, format, courses, entrants, begin: { when: "full" }, kinds: "people" };
  const response = await fetch(`${url}/api/tournaments`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${people[0].token}` },
    body: JSON.stringify({ plan }),
  });
  const made = await response.json();
  if (!made.tournament) throw new Error(JSON.stringify(made));
  for (const person of people) await person.ask({ t: "enter", tournament: made.tournament });
  return made.tournament;
}

/** A tournament that is over. */
async function played(url, people, name, format) {
  const id = await founded(url, people, name, format);
  const late = Date.now() + PATIENCE_MS;
  for (;;) {
    const { stage } = await (await fetch(`${url}/api/tournaments/${id}`)).json();
    if (stage === "finished") return id;
    if (Date.now() > late) throw new Error(`${name} is still ${stage}`);
    await pause(200);
  }
}

/** A game that stays open, and an offer. */
async function unfinished([, bouton, zermelo, w]) {
  for (const person of [bouton, zermelo, w]) person.plays = false;
  const game = { variant: "nim", params: {}, ending: "misere", start: { heaps: [4, 5, 6, 7] } };
  const { seek } = await bouton.ask({ t: "seek", game, seat: "first", private: false });
  await zermelo.ask({ t: "accept", seek });
  await w.ask({
    t: "seek",
    game: { ...game, variant: "candy", ending: "normal" },
    seat: "random",
    private: false,
    clock: CLOCK,
  });
}

/** Numbers from 0 to 1, the same each time (Park and Miller, 1988). */
function generator(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
