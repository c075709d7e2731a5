// English: registering and signing in.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "account.title": "Who you are",
  "account.why":
    "With a name of your own you can play rated games, and nobody else can use the name. A password has at least ten characters.",
  "account.name": "Name",
  "account.password": "Password",
  "account.login": "Sign in",
  "account.register": "Register",
  "account.in": "You are signed in as {name}.",
  "account.out": "Sign out",
  "account.ratings": "Your games and ratings",
};
