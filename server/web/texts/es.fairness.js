// Spanish: how a game is made fair.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "table.checked": "Comprobado:",
  "table.checkedWhy": "el servidor se había comprometido con esta semilla antes de la partida.",
  "table.sameStart":
    "el inicio es el de la partida anterior, así que ya se conocía. El servidor se había comprometido con su semilla antes de aquella partida.",
  "table.unchecked":
    "Esta página no comprueba que de la semilla salga este inicio. «nim-bot check» lo vuelve a sortear.",
  "table.broken": "No es lo prometido:",
  "table.brokenWhy": "antes de la partida el servidor se había comprometido con otra semilla.",
  "bid.how":
    "Cada jugador dice en secreto quién debe empezar y cuánto de su tiempo daría por ello. La puja más alta se cumple y se paga. Si hay acuerdo, nadie paga.",
  "bid.want": "Prefieres",
  "bid.begin": "empezar",
  "bid.follow": "responder",
  "bid.most": "por {time}",
  "bid.make": "Pujar {time}",
  "bid.row": "{name} pujó {time} por {wish}.",
  "bid.rowBegin": "empezar",
  "bid.rowFollow": "responder",
  "bid.paid": "Empieza {name}. {payer} pagó {time}.",
  "bid.free": "Empieza {name} y nadie paga: había acuerdo.",
  "bid.lot": "Las pujas eran iguales; decidió el sorteo con el que el servidor se había comprometido.",
  "bid.broken": "Este sorteo no es aquel con el que el servidor se había comprometido.",
  "handicap.title": "Se han igualado las posibilidades.",
  "handicap.begins": "{first} ({one}) empieza contra {second} ({two}).",
  "handicap.rated": "puntuación {rating}",
  "handicap.unrated": "aún sin puntuación, se cuenta {rating}",
  "handicap.time": "{name} tiene {time} en vez de {full}.",
  "handicap.chance": "Calculado con ambas puntuaciones: {chance} % para {first}, {rest} % para {second}.",
  "handicap.assumed": "Se supone que la mitad del tiempo vale 100 puntos.",
};
