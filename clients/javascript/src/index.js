// Plays on a nim-server. `class MyBot extends Bot { choose(game) { … } }` is a whole bot.

export { Bot } from "./bot.js";
export { Client, Closed } from "./client.js";
export { Connection, Refused } from "./connection.js";
export { Driver } from "./driver.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./client.js").ClientEvent} ClientEvent */
/** @typedef {import("./client.js").ClientOptions} ClientOptions */
/** @typedef {import("./driver.js").DriverOptions} DriverOptions */
