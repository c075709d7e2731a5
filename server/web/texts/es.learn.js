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
};
