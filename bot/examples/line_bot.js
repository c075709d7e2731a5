// A complete bot for the line protocol of docs/bots.md, in JavaScript: makes the middle one of the
// legal moves, in every game. node bot/examples/line_bot.js
const readline = require("node:readline");

let moves = [];
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const space = line.indexOf(" ");
  const [word, rest] = space < 0 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)];
  if (word === "hello") console.log(`hello ${JSON.stringify({ name: "Middle" })}`);
  if (word === "position") moves = JSON.parse(rest).legal_moves;
  if (word === "go") console.log(`bestmove ${JSON.stringify(moves[moves.length >> 1])}`);
  if (word === "quit") process.exit();
});
