// Deutsch: einem anderen auf seiner Seite begegnen.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "person.here": "gerade da",
  "person.away": "gerade nicht da",
  "person.plays": "beim Spielen zusehen",
  "person.challenge": "{name} herausfordern",
  "person.absent": "Herausfordern lässt sich nur, wer da ist.",
  "person.notified":
    "{name} ist nicht da, erfährt aber von einer Herausforderung zu einer Partie mit Tagen Bedenkzeit.",
  "person.blocked": "Du hast {name} blockiert.",
  "person.waiting": "{name} ist gefragt.",
  "person.withdraw": "Zurückziehen",
  "person.send": "Herausforderung schicken",
  "person.close": "Doch nicht",
  "person.follow": "Folgen",
  "person.unfollow": "Nicht mehr folgen",
  "person.followed": "Du folgst {name}.",
  "person.unfollowed": "Du folgst {name} nicht mehr.",
  "person.following": "Wem du folgst",
  "person.followingWhy": "Das siehst nur du.",
  "person.followsNobody": "Noch niemandem: Auf jeder Profilseite ist ein Knopf dafür.",
  "person.followedHere": "Gerade da",
  "declined.later": "{name} will jetzt nicht spielen.",
  "declined.busy": "{name} hat mit anderen Partien zu tun.",
  "declined.game": "{name} möchte lieber ein anderes Spiel.",
  "declined.clock": "{name} möchte lieber eine andere Bedenkzeit.",
  "declined.rated": "{name} spielt nur gewertete Partien.",
  "declined.casual": "{name} spielt nur ungewertete Partien.",
  "declined.left": "{name} ist gegangen.",
  "declined.withdrawn": "Die Herausforderung wurde zurückgezogen.",
};
