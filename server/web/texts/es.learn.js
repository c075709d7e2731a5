// Spanish: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "El curso",
  "learn.begin": "Empiezas tú.",
  "learn.waiting": "El otro piensa …",
  "learn.turn": "El otro jugó: {move}. Te toca.",
  "learn.threw": "Eso deja escapar la victoria. Deshazlo y mira otra vez.",
  "learn.lost": "Esta vez ha ganado el otro.",
  "learn.won": "Has ganado.",
  "learn.takeBack": "Deshacer",
  "learn.next": "Siguiente lección",
  "learn.again": "Desde el principio",
  "learn.end": "Jugar contra alguien",

  "lesson.one.title": "Un montón",
  "lesson.one.text": "Quien hace la última jugada gana. Con un solo montón es fácil: ¿cuántas piedras tomas?",
  "lesson.one.done": "Un solo montón lo gana quien juega: tómalo entero.",

  "lesson.equal.title": "Dos montones iguales",
  "lesson.equal.text":
    "Dos montones, los dos iguales. Empieza el otro. Tome lo que tome de uno, ¿qué los haría iguales otra vez?",
  "lesson.equal.done":
    "Los montones iguales están perdidos para quien juega: toda jugada se puede copiar, así que la última es tuya.",

  "lesson.unequal.title": "Dos montones",
  "lesson.unequal.text": "Ahora los montones son distintos, y empiezas tú. ¿Qué te gustaría dejar?",
  "lesson.unequal.done": "Haz iguales los montones y copia después cada jugada.",

  "lesson.pairs.title": "Tres montones",
  "lesson.pairs.text":
    "Montones de 1, 2 y 3, y empieza el otro. Escribe cada montón en binario, como en el dibujo: cada columna tiene un número par de unos. Toda jugada hace impar una columna; tu respuesta las hace pares otra vez.",
  "lesson.pairs.done":
    "Es copiar de nuevo, columna por columna: las columnas pares están perdidas para quien juega.",

  "lesson.sum.title": "La suma nim",
  "lesson.sum.text":
    "Montones de 3, 4 y 5, y empiezas tú. El dibujo muestra qué columnas son impares. Solo una jugada las hace todas pares: ¿qué montón tiene un uno en la columna impar más alta?",
  "lesson.sum.done": "Has encontrado el teorema de Bouton de 1901: deja siempre una suma nim de 0.",

  "lesson.large.title": "Números mayores",
  "lesson.large.text":
    "Cuatro montones y la misma regla. Aquí ganan tres primeras jugadas distintas. Tómate tu tiempo: busca la columna impar más alta, elige un montón con un uno en ella y cambia sus cifras en todas las columnas impares.",
  "lesson.large.done": "Ya nada del Nim se te oculta, mientras la última jugada gane.",

  "lesson.ones.title": "Cuando la última jugada pierde",
  "lesson.ones.text":
    "En el juego misère pierde quien hace la última jugada. Piensa en montones de una piedra: quieres dejar un número impar.",
  "lesson.ones.done": "Con solo montones de una piedra todo se invierte: deja un número impar.",

  "lesson.misere.title": "Nim misère",
  "lesson.misere.text":
    "Montones de 3, 4 y 5, y la última jugada pierde. Juega igual que antes: haz pares todas las columnas. Solo cuando tu jugada no fuera a dejar más que montones de una piedra, deja un número impar de ellos.",
  "lesson.misere.done":
    "Eso es todo: como antes, hasta que solo un montón tenga más de una piedra, y entonces deja un número impar de unos.",

  "lesson.count.title": "Contar hasta 21",
  "lesson.count.text":
    "Cada uno suma 1, 2 o 3, y quien dice 21 pierde. Empieza el otro. Después de 1 faltan 20 pasos: ¿puedes completar siempre cuatro con el paso del otro?",
  "lesson.count.done":
    "Deja uno más que un múltiplo de cuatro y cada paso tiene su respuesta: la misma idea de copiar, con otras palabras.",
};
