// The page behind an invitation link.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "invitation.title": "You are invited to a game",
  "invitation.gone": "This invitation is no longer open.",
  "invitation.accept": "Play",
  "invitation.decline": "Not now",
  "invitation.to": "A game of {game}",
  "invitation.from": "{name} invites you to a game of {game}",
  "invitation.start": "Start",
  "invitation.clock": "Clock",
  "invitation.noClock": "none",
  "invitation.begins": "Begins",
  "invitation.counts": "Mode",
  "invitation.rated": "rated",
  "invitation.casual": "casual",
  "invitation.begins.first": "{name}",
  "invitation.begins.second": "you",
  "invitation.begins.random": "by lot",
  "invitation.begins.handicap": "whoever makes the chances even",
  "invitation.begins.bid": "both bid time for the choice",
  "invitation.begins.pie": "you choose",
  "invitation.code": "QR code of this invitation",
  "invitation.elsewhere": "Play on your phone: point its camera here.",
  "invitation.in": "You are in.",
  "invitation.seats": { one: "{n} of {seats} seats is taken.", other: "{n} of {seats} seats are taken." },
  "invitation.stay":
    "The game begins when all are taken, or when {name} lets bots have the rest. Your seat is kept while this page is open.",
};
