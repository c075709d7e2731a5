// Spanish: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "El curso",
  "learn.nim": "Nim, paso a paso",
  "learn.progress": "{n} de {all} lecciones ganadas",
  "learn.done": "ganada",
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
    "Un arbolito y un tallo de dos ramas, y empiezas tú. Corta una rama; lo que ya no está unido al suelo cae. Donde se juntan ramas cuenta la suma nim de sus longitudes, y el tronco de debajo suma uno. Haz que el árbol valga lo mismo que el tallo.",
  "lesson.tree.done":
    "Un tronco con una sola rama es un tallo de dos: tallos iguales, y copias cada jugada. Las ramas cuentan por su suma nim; es el principio de los dos puntos.",

  "lesson.dominoes.title": "Fichas de dominó",
  "lesson.dominoes.text":
    "Dos filas de cuatro casillas, y empieza tu rival. Imagina un punto en el centro del tablero: ponga lo que ponga, gira el tablero media vuelta.",
  "lesson.dominoes.done":
    "El lugar girado siempre está libre, así que siempre tienes respuesta: la simetría es una estrategia.",

  "lesson.hundred.title": "Los cien",
  "lesson.hundred.text":
    "El total es 60 y empiezas tú: suma de 1 a 10; quien llega a 100 gana. Cuenta hacia atrás desde 100: ¿con qué total se queda corto tu rival, sume lo que sume? ¿Y el anterior?",
  "lesson.hundred.done":
    "89, 78 y 67: cada uno es once menos, y hasta once siempre se puede completar. Es contar hasta 21 con pasos más largos.",

  "lesson.left.title": "Lo que sobra",
  "lesson.left.text":
    "Montones de 5 y 7; una jugada quita 1, 2 o 3 de uno de ellos. Empiezas tú. Hasta cuatro siempre se puede completar, así que los grupos de cuatro no cuentan: ¿qué sobra de cada montón?",
  "lesson.left.done":
    "Solo cuenta lo que sobra después de los grupos de cuatro, y eso es Nim: deja restos iguales.",

  "lesson.nearly.title": "Casi lo mismo de los dos",
  "lesson.nearly.text":
    "Montones de 3 y 6, y empiezas tú. Quita de un montón, o de los dos: ahora las dos cantidades pueden diferir en uno. Los montones de 1 y 3 están perdidos para quien debe jugar: ¿puedes dejarlos, o la pareja siguiente?",
  "lesson.nearly.done":
    "1 y 3, 2 y 6, 4 y 8: en el juego de Wythoff la diferencia de las parejas perdidas crece de uno en uno; aquí, de dos en dos.",

  "lesson.moore.title": "Dos montones a la vez",
  "lesson.moore.text":
    "Montones de 2, 3 y 4, y empiezas tú. Una jugada quita de un montón o de dos, de cada uno lo que quieras. Un montón se gana quitándolo; dos, igualándolos: ¿y tres?",
  "lesson.moore.done":
    "Con jugadas en hasta dos montones, tres montones iguales están perdidos para quien debe jugar: lo que sobresalga después, lo igualas. En binario, cada columna tiene un múltiplo de tres unos.",

  "lesson.greedy.title": "Solo del mayor",
  "lesson.greedy.text":
    "Montones de 2, 4, 4 y 5, y empiezas tú. Solo se puede tocar un montón del tamaño mayor. Si hay dos mayores, tu rival tendrá que dejarte uno: ¿cuántos montones mayores quieres dejar?",
  "lesson.greedy.done":
    "Cuenta los montones mayores: un número par está perdido para quien debe jugar. Nada más importa.",

  "lesson.lasker.title": "Quitar o dividir",
  "lesson.lasker.text":
    "Montones de 1, 2 y 3, y empiezas tú. En el Nim estarían perdidos. Aquí, en vez de quitar, puedes dividir un montón en dos: ¿puedes dejar montones que formen parejas?",
  "lesson.lasker.done":
    "1, 2, 1 y 2: toda jugada se puede copiar, también una división. Donde se puede dividir, los montones de 3 y de 4 intercambian sus papeles en la suma nim.",

  "lesson.grundy.title": "Partes desiguales",
  "lesson.grundy.text":
    "Un montón de 8, y empiezas tú. Una jugada divide un montón en dos partes de distinto tamaño; quien no puede dividir pierde. Los de 1 y 2 están acabados. ¿Cuál de las tres divisiones no deja nada bueno a tu rival?",
  "lesson.grundy.done":
    "Los montones de 1, 2, 4 y 7 están perdidos para quien debe dividirlos, y también 1 y 7 juntos. Nadie conoce una regla para todos los tamaños.",

  "lesson.candy.title": "Ganar y comer más",
  "lesson.candy.text":
    "Caramelos en montones de 4, 5 y 6, y empiezas tú. Quien toma el último gana, como en el Nim; pero cada cual se queda con lo que tomó. Tres jugadas mantienen la victoria: ¿cuál da más caramelos?",
  "lesson.candy.done":
    "Primero la victoria, luego los caramelos: de las jugadas que dejan suma nim 0, elige la mayor.",

  "lesson.building.title": "Construir y luego jugar",
  "lesson.building.text":
    "Dos pilas vacías y cuatro bloques, que se colocan de uno en uno; después se juega al Nim con las pilas. Empieza tu rival. ¿Con qué pilas quieres que tenga que empezar?",
  "lesson.building.done":
    "Ponga lo que ponga, pon lo mismo al lado: al final las pilas son iguales, y en el Nim copias.",

  "lesson.fibonacci.title": "Como mucho el doble",
  "lesson.fibonacci.text":
    "Un montón de 11, y empiezas tú. Después de la primera jugada, que no puede quitarlo todo, cada una quita como mucho el doble que la anterior. Escribe 11 con números de Fibonacci: 8 y 3. ¿Qué pasa si quitas la parte más pequeña?",
  "lesson.fibonacci.done":
    "Quita la parte más pequeña: la siguiente es más del doble, así que tu rival no puede quitarla entera, y tú sí puedes terminarla. Un montón que es número de Fibonacci está perdido.",

  "lesson.kayles.title": "Derribar el centro",
  "lesson.kayles.text":
    "Siete bolos en fila, y empiezas tú. Una tirada derriba un bolo o dos vecinos. ¿Puedes dejar dos filas iguales?",
  "lesson.kayles.done":
    "El del centro deja dos filas iguales, y toda tirada se puede copiar en la otra. Con una fila par, derriba los dos del centro.",

  "lesson.ring.title": "Al otro lado del anillo",
  "lesson.ring.text":
    "Seis cuentas en un anillo; empieza tu rival y quita una o dos vecinas. Mira el anillo desde el centro: ¿qué hay enfrente?",
  "lesson.ring.done":
    "Después de la primera jugada, quita de modo que el resto quede en dos filas iguales; desde ahí, copia. En un anillo entero siempre se puede.",

  "lesson.stacks.title": "Pilas opuestas",
  "lesson.stacks.text":
    "Cuatro pilas en círculo: 3, 2, 1 y 4. Empiezas tú. Una jugada quita de una pila o de dos vecinas. ¿De qué pilas nunca se quita a la vez?",
  "lesson.stacks.done":
    "De las opuestas: iguala las dos parejas. Ninguna jugada toca dos opuestas, así que toda jugada tiene respuesta.",

  "lesson.grid.title": "El centro del tablero",
  "lesson.grid.text":
    "Nueve canicas en un cuadrado, y empiezas tú: quita una, o vecinas en línea recta. ¿Tras qué primera jugada tiene cada otra jugada su gemela?",
  "lesson.grid.done":
    "Quita el centro, solo o con su fila: lo que queda está en parejas alrededor del centro, y copias cada jugada al otro lado.",

  "lesson.chomp.title": "Chocolate",
  "lesson.chomp.text":
    "Un cuadrado de chocolate, y empiezas tú: quien muerde se lleva la pieza y todo lo que hay debajo y a la derecha. La pieza verde pierde. ¿Qué mordisco deja dos brazos igual de largos?",
  "lesson.chomp.done":
    "Muerde en diagonal junto a la pieza verde: quedan dos brazos iguales, y lo que se muerde de uno lo muerdes del otro.",

  "lesson.crosses.title": "Solo cruces",
  "lesson.crosses.text":
    "Ambos ponen cruces en un tablero, y quien hace tres en raya pierde. Empiezas tú. ¿Qué casilla no tiene gemela?",
  "lesson.crosses.done":
    "La del centro: responde después a cada cruz a salto de caballo de ella, y la raya le queda a tu rival.",

  "lesson.bridge.title": "Cortar el puente",
  "lesson.bridge.text":
    "Dos alfileres unidos, cada uno con otros dos, y empiezas tú: quita un alfiler, o dos unidos. ¿Qué dejas si quitas el puente del centro?",
  "lesson.bridge.done":
    "Cuatro alfileres sueltos: un número par, y cada jugada quita exactamente uno. Cortar un grafo en partes que se emparejan sirve en todas partes.",

  "lesson.above.title": "Todo lo de arriba",
  "lesson.above.text":
    "Dos cadenas de dos cuentas y una cuenta sobre ambas. Empiezas tú: una cuenta se va con todas las que tiene encima. ¿Qué hace iguales los dos lados?",
  "lesson.above.done":
    "Quita la cuenta de arriba: quedan dos cadenas iguales, que son montones iguales de Nim.",
};
