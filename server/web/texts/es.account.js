// Spanish: registering and signing in.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "account.title": "Quién eres",
  "account.why":
    "Con un nombre propio puedes jugar partidas puntuadas, y nadie más puede usarlo. Una contraseña tiene al menos diez caracteres.",
  "account.name": "Nombre",
  "account.password": "Contraseña",
  "account.login": "Entrar",
  "account.register": "Registrarse",
  "account.in": "Has entrado como {name}.",
  "account.out": "Salir",
  "account.ratings": "Tus partidas y puntuaciones",
};
