// German: how a game is made fair.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "table.checked": "Geprüft:",
  "table.checkedWhy": "Auf diese Zufallszahl (den Seed) hatte sich der Server vor der Partie festgelegt.",
  "table.sameStart":
    "Der Anfang ist der der vorigen Partie, also schon bekannt. Auf die Zufallszahl (den Seed) hatte sich der Server vor jener Partie festgelegt.",
  "table.unchecked":
    "Nicht geprüft hat diese Seite, dass aus der Zahl genau dieser Anfang folgt. „nim-bot check“ lost ihn noch einmal aus.",
  "table.broken": "Nicht wie versprochen:",
  "table.brokenWhy": "Vor der Partie hatte sich der Server auf eine andere Zufallszahl festgelegt.",
  "bid.how":
    "Beide sagen geheim, wer beginnen soll und wie viel eigene Zeit ihnen das wert ist. Das höhere Gebot setzt sich durch und wird bezahlt. Seid ihr euch einig, zahlt niemand.",
  "bid.want": "Du möchtest lieber",
  "bid.begin": "beginnen",
  "bid.follow": "antworten",
  "bid.most": "für {time}",
  "bid.make": "{time} bieten",
  "bid.row": "{name} bot {time}, um zu {wish}.",
  "bid.rowBegin": "beginnen",
  "bid.rowFollow": "antworten",
  "bid.paid": "{name} beginnt. {payer} zahlte {time}.",
  "bid.free": "{name} beginnt, und niemand zahlt: Ihr wart euch einig.",
  "bid.lot": "Die Gebote waren gleich; das Los entschied, auf das sich der Server vorher festgelegt hatte.",
  "bid.broken": "Auf dieses Los hatte sich der Server nicht festgelegt.",
  "handicap.title": "Die Aussichten wurden ausgeglichen.",
  "handicap.begins": "{first} ({one}) beginnt gegen {second} ({two}).",
  "handicap.rated": "Wertung {rating}",
  "handicap.unrated": "noch ohne Wertung, gerechnet mit {rating}",
  "handicap.time": "{name} hat {time} statt {full}.",
  "handicap.chance": "Aus beiden Wertungen berechnet: {chance} % für {first}, {rest} % für {second}.",
  "handicap.assumed": "Angenommen ist dabei, dass die halbe Zeit 100 Punkte wert ist.",
};
