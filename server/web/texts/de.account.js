// German: registering and signing in.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "account.title": "Wer du bist",
  "account.why":
    "Mit einem eigenen Namen kannst du gewertet spielen, und niemand sonst kann ihn benutzen. Ein Passwort hat mindestens zehn Zeichen.",
  "account.name": "Name",
  "account.password": "Passwort",
  "account.login": "Anmelden",
  "account.register": "Registrieren",
  "account.in": "Du bist angemeldet als {name}.",
  "account.out": "Abmelden",
  "account.ratings": "Deine Spiele und Wertungen",
};
