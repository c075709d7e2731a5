// English: how a game is made fair.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "table.checked": "Checked:",
  "table.checkedWhy":
    "the server had committed to this seed, the number that decides the lot, before the game.",
  "table.sameStart":
    "the start is that of the game before, so you knew it already. The server had committed to its seed before that game.",
  "table.unchecked":
    "Not checked by this page: that this start follows from the seed. “nim-bot check” draws it again.",
  "table.broken": "Not as promised:",
  "table.brokenWhy": "before the game the server had committed to another seed.",
  "bid.how":
    "Both of you say in secret who should begin, and how much of your own time that is worth to you. The higher bid gets its wish and pays. If you agree, nobody pays.",
  "bid.want": "You would rather",
  "bid.begin": "begin",
  "bid.follow": "reply",
  "bid.most": "at the price of {time}",
  "bid.make": "Bid {time}",
  "bid.row": "{name} bid {time} to {wish}.",
  "bid.rowBegin": "begin",
  "bid.rowFollow": "reply",
  "bid.paid": "{name} begins. {payer} paid {time}.",
  "bid.free": "{name} begins, and nobody pays: you agreed.",
  "bid.lot": "The bids were equal, so a lot decided, to which the server had committed before.",
  "bid.broken": "The lot is not the one to which the server had committed.",
  "handicap.title": "The chances were made even.",
  "handicap.begins": "{first} ({one}) begins against {second} ({two}).",
  "handicap.rated": "rated {rating}",
  "handicap.unrated": "no rating yet, taken as {rating}",
  "handicap.time": "{name} has {time} instead of {full}.",
  "handicap.chance": "Computed from both ratings: {chance}% for {first}, {rest}% for {second}.",
  "handicap.assumed": "This assumes that half the time is worth 100 points.",
};
