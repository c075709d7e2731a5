// English: meeting another player from their page.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "person.here": "here now",
  "person.away": "not here now",
  "person.plays": "watch their game",
  "person.challenge": "Challenge {name}",
  "person.absent": "{name} must be here to be asked.",
  "person.blocked": "You have blocked {name}.",
  "person.waiting": "{name} has been asked.",
  "person.withdraw": "Withdraw",
  "person.send": "Send the challenge",
  "person.close": "Not now",
  "declined.later": "{name} does not want to play now.",
  "declined.busy": "{name} is busy with other games.",
  "declined.game": "{name} would rather play another game.",
  "declined.clock": "{name} would rather have another clock.",
  "declined.rated": "{name} plays rated games only.",
  "declined.casual": "{name} plays casual games only.",
  "declined.left": "{name} has left.",
  "declined.withdrawn": "The challenge was withdrawn.",
};
