// Spanish: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "El curso",
  "learn.begin": "Empiezas tú.",
  "learn.waiting": "Tu rival piensa …",
  "learn.turn": "Tu rival jugó: {move}. Te toca.",
  "learn.threw": "Eso deja escapar la victoria. Deshaz la jugada y mira otra vez.",
  "learn.lost": "Esta vez ha ganado tu rival.",
  "learn.won": "Has ganado.",
  "learn.takeBack": "Deshacer",
  "learn.next": "Siguiente lección",
  "learn.again": "Desde el principio",
  "learn.end": "Jugar contra alguien",

  "lesson.free.title": "Juego libre",
  "lesson.free.text":
    "Una partida corta contra el bot, sin reloj y, si ya abriste esta página aquí, sin conexión. Nunca deja escapar una victoria: ¿empezarás donde puedes ganar?",
  "lesson.free.done": "El bot nunca deja escapar una victoria, así que todas tus jugadas fueron correctas.",
  "free.new": "Otra partida:",
  "free.misere": "{game} misère",
  "free.second": "Que empiece el bot",
  "free.first": "Empezar yo",

  "lesson.one.title": "Un montón",
  "lesson.one.text":
    "Quien hace la última jugada gana. Con un solo montón es fácil: ¿cuántas piedras quitas?",
  "lesson.one.done": "Un solo montón lo gana quien tiene el turno: quítalo entero.",

  "lesson.equal.title": "Dos montones iguales",
  "lesson.equal.text":
    "Dos montones iguales, y empieza tu rival. Quite lo que quite de un montón, ¿qué los haría iguales otra vez?",
  "lesson.equal.done":
    "Los montones iguales están perdidos para quien tiene el turno: toda jugada se puede copiar, así que la última es tuya.",

  "lesson.unequal.title": "Dos montones",
  "lesson.unequal.text": "Ahora los montones son distintos, y empiezas tú. ¿Qué te gustaría dejar?",
  "lesson.unequal.done": "Iguala los montones y copia después cada jugada.",

  "lesson.pairs.title": "Tres montones",
  "lesson.pairs.text":
    "Montones de 1, 2 y 3, y empieza tu rival. Escribe cada montón en binario, como en el dibujo: cada columna tiene un número par de unos. Cada jugada hace impar una columna; tu respuesta las hace todas pares otra vez.",
  "lesson.pairs.done":
    "Es copiar de nuevo, columna por columna: las columnas pares están perdidas para quien tiene el turno.",

  "lesson.sum.title": "La suma nim",
  "lesson.sum.text":
    "Montones de 3, 4 y 5, y empiezas tú. El dibujo muestra qué columnas son impares. Solo una jugada las hace todas pares: ¿qué montón tiene un uno en la columna impar más alta?",
  "lesson.sum.done": "Has encontrado el teorema de Bouton, de 1901: deja siempre una suma nim de 0.",

  "lesson.large.title": "Números mayores",
  "lesson.large.text":
    "Cuatro montones y la misma regla. Aquí ganan tres primeras jugadas distintas. Tómate tu tiempo: busca la columna impar más alta, elige un montón con un uno en ella y cambia sus cifras en todas las columnas impares.",
  "lesson.large.done": "Del Nim ya no se te oculta nada, mientras gane la última jugada.",

  "lesson.ones.title": "Cuando la última jugada pierde",
  "lesson.ones.text":
    "En el juego misère pierde quien hace la última jugada. Piensa en montones de una piedra: quieres dejar un número impar.",
  "lesson.ones.done": "Con solo montones de una piedra todo se invierte: deja un número impar.",

  "lesson.misere.title": "Nim misère",
  "lesson.misere.text":
    "Montones de 3, 4 y 5, y la última jugada pierde. Juega igual que antes: haz pares todas las columnas. Solo cuando tu jugada dejaría únicamente montones de una piedra, deja un número impar de ellos.",
  "lesson.misere.done":
    "Eso es todo: como antes, hasta que solo un montón tenga más de una piedra, y entonces deja un número impar de unos.",

  "lesson.count.title": "Contar hasta 21",
  "lesson.count.text":
    "Cada uno suma 1, 2 o 3 por turno, y quien dice 21 pierde. Empieza tu rival. Después de 1 faltan 20 pasos: ¿puedes completar siempre hasta cuatro el paso de tu rival?",
  "lesson.count.done":
    "Deja uno más que un múltiplo de cuatro y cada paso tiene su respuesta: la misma idea de copiar, con otras palabras.",

  "lesson.wythoff.title": "El juego de Wythoff",
  "lesson.wythoff.text":
    "Montones de 4 y 5, y empiezas tú. Quita las piedras que quieras de un montón, o las mismas de los dos. ¿Qué dos montones pequeños dejan a tu rival sin una buena jugada?",
  "lesson.wythoff.done":
    "Con montones de 1 y 2 pierde quien debe jugar, y también con 3 y 5, o con 4 y 7: son las parejas áureas.",

  "lesson.nimble.title": "Monedas en una tira",
  "lesson.nimble.text":
    "Monedas en las casillas 1, 2 y 6, y empiezas tú: mueve una moneda hacia la izquierda cuanto quieras. Desde la casilla 6 puede dar de uno a seis pasos. ¿A qué te recuerda?",
  "lesson.nimble.done": "Cada moneda es un montón tan grande como el número de su casilla: esto es Nim.",

  "lesson.heads.title": "Cara o cruz",
  "lesson.heads.text":
    "Hay caras en los lugares 2, 3 y 5, y empiezas tú. Voltea una moneda o dos; la de la derecha debe pasar de cara a cruz. Lee cada cara como un montón tan grande como su lugar: ¿qué harías en el Nim?",
  "lesson.heads.done":
    "Voltear las monedas de los lugares 5 y 1 es quitar cuatro de un montón de cinco. Dos caras en el mismo lugar se anularían, como dos montones iguales: otra vez es Nim.",

  "lesson.staircase.title": "Escaleras abajo",
  "lesson.staircase.text":
    "Las monedas bajan un escalón por jugada, y en el suelo se quedan. Empiezas tú. Piensa solo en los escalones impares: ¿cómo puedes igualarlos?",
  "lesson.staircase.done":
    "Solo cuentan los escalones impares. Lo que baja de uno par lo bajas enseguida, como si nunca hubiera llegado.",

  "lesson.dollar.title": "Dólares de plata",
  "lesson.dollar.text":
    "Las monedas no pueden adelantarse. Empiezas tú. Mira los huecos: el que hay entre las dos monedas de la derecha y el que hay antes de la primera.",
  "lesson.dollar.done":
    "Toma las monedas por parejas desde la derecha: los huecos dentro de las parejas son montones de Nim.",

  "lesson.welter.title": "Juego de Welter",
  "lesson.welter.text":
    "Monedas en las casillas 2 y 7, y empiezas tú. Una moneda va hacia la izquierda a cualquier casilla libre y puede saltar sobre la otra. Corta la tira en parejas: 0 y 1, 2 y 3, 4 y 5, 6 y 7. ¿Qué dejas?",
  "lesson.welter.done":
    "Dos monedas en una misma pareja de casillas son una posición perdida para quien debe mover: cada jugada que las separa tiene una respuesta que las vuelve a juntar.",

  "lesson.euclid.title": "El juego de Euclides",
  "lesson.euclid.text":
    "Los números son 4 y 17, y empiezas tú. Resta 4 de 17, una vez o más. ¿Qué puedes dejar para que tu rival no tenga elección y la última jugada sea tuya?",
  "lesson.euclid.done":
    "Quien puede elegir decide quién elegirá después: deja dos números cuya razón sea menor que la áurea, 1,618.",

  "lesson.pass.title": "Un solo pase",
  "lesson.pass.text":
    "Es Nim, y uno de los dos puede pasar, una sola vez. Empiezas con 1, 2 y 3: ¿cuánto vale la suma nim, y quién preferiría no jugar?",
  "lesson.pass.done": "Con suma nim 0 le va mal a quien debe jugar: pasa, y tendrá que jugar tu rival.",

  "lesson.points.title": "Con sus vecinos",
  "lesson.points.text":
    "Cinco puntos en fila, y empiezas tú. Quien quita un punto quita también sus vecinos. ¿Puedes dejar dos mitades iguales?",
  "lesson.points.done": "Deja dos partes iguales que no se toquen, y copia cada jugada en la otra.",

  "lesson.tree.title": "Cortar ramas",
  "lesson.tree.text":
    "Un arbolito y un tallo de dos aristas, y empiezas tú. Corta una arista; lo que ya no llega al suelo cae. Donde se juntan ramas cuenta la suma nim de sus longitudes, y el tronco de debajo suma uno. Haz que el árbol valga lo mismo que el tallo.",
  "lesson.tree.done":
    "Un tronco con una sola rama es un tallo de dos: tallos iguales, y copias cada jugada. Las ramas cuentan por su suma nim; es el principio de los dos puntos.",

  "lesson.dominoes.title": "Fichas de dominó",
  "lesson.dominoes.text":
    "Dos filas de cuatro casillas, y empieza tu rival. Imagina un punto en el centro del tablero: ponga lo que ponga, gira el tablero media vuelta.",
  "lesson.dominoes.done":
    "El lugar girado siempre está libre, así que siempre tienes respuesta: la simetría es una estrategia.",
};
