// Español: encontrarse con otro jugador en su página.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "person.here": "está aquí",
  "person.away": "no está aquí ahora",
  "person.plays": "ver su partida",
  "person.challenge": "Desafiar a {name}",
  "person.absent": "Solo se puede desafiar a quien está aquí.",
  "person.blocked": "Has bloqueado a {name}.",
  "person.waiting": "{name} tiene tu desafío.",
  "person.withdraw": "Retirarlo",
  "person.send": "Enviar el desafío",
  "person.close": "Ahora no",
  "declined.later": "{name} no quiere jugar ahora.",
  "declined.busy": "{name} tiene otras partidas en marcha.",
  "declined.game": "{name} prefiere otro juego.",
  "declined.clock": "{name} prefiere otro reloj.",
  "declined.rated": "{name} solo juega partidas que puntúan.",
  "declined.casual": "{name} solo juega partidas amistosas.",
  "declined.left": "{name} se ha ido.",
  "declined.withdrawn": "Se retiró el desafío.",
};
