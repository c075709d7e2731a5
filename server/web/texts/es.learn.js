// Spanish: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "El curso",
  "learn.nim": "Nim, paso a paso",
  "learn.progress": "{n} de {all} lecciones ganadas",
  "learn.done": "ganada",
  "learn.begin": "Empiezas tú.",
  "learn.waiting": "Tu rival piensa…",
  "learn.turn": "Jugada rival: {move}. Te toca.",
  "learn.threw": "Así se escapa la victoria. Deshaz la jugada y mira otra vez.",
  "learn.lost": "Esta vez ha ganado tu rival.",
  "learn.won": "Has ganado.",
  "learn.takeBack": "Deshacer",
  "learn.next": "Siguiente lección",
  "learn.again": "Desde el principio",
  "learn.end": "Jugar contra alguien",

  "lesson.free.title": "Juego libre",
  "lesson.free.text":
    "Una partida corta contra el bot, sin reloj y, si ya abriste esta página aquí, sin conexión. El bot nunca deja escapar una victoria: ¿sabes cuándo te conviene empezar?",
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
    "Dos montones iguales, y empieza tu rival. Quite lo que quite de un montón, ¿cómo vuelves a igualarlos?",
  "lesson.equal.done":
    "Con montones iguales pierde quien tiene el turno: toda jugada se puede copiar, así que la última es tuya.",

  "lesson.unequal.title": "Dos montones",
  "lesson.unequal.text": "Ahora los montones son distintos, y empiezas tú. ¿Qué te gustaría dejar?",
  "lesson.unequal.done": "Iguala los montones y copia después cada jugada.",

  "lesson.pairs.title": "Tres montones",
  "lesson.pairs.text":
    "Montones de 1, 2 y 3, y empieza tu rival. Escribe cada montón en binario, como en el dibujo: cada columna tiene un número par de unos. Toda jugada deja impar alguna columna; tu respuesta las deja todas pares otra vez.",
  "lesson.pairs.done":
    "Es copiar de nuevo, columna por columna: si todas son pares, pierde quien tiene el turno.",

  "lesson.sum.title": "La suma nim",
  "lesson.sum.text":
    "Montones de 3, 4 y 5, y empiezas tú. El dibujo bajo el tablero muestra qué columnas son impares. Solo una jugada las deja todas pares: ¿qué montón tiene un uno en la columna impar más alta?",
  "lesson.sum.done": "Has descubierto el teorema de Bouton, de 1901: deja siempre una suma nim de 0.",

  "lesson.large.title": "Números mayores",
  "lesson.large.text":
    "Cuatro montones y la misma regla. Aquí ganan tres primeras jugadas distintas. Tómate tu tiempo: busca la columna impar más alta, elige un montón que tenga un uno en ella e invierte sus cifras en todas las columnas impares.",
  "lesson.large.done": "Mientras gane la última jugada, el Nim ya no tiene secretos para ti.",

  "lesson.ones.title": "Cuando la última jugada pierde",
  "lesson.ones.text":
    "En el juego misère pierde quien hace la última jugada. Piensa en montones de una piedra: te conviene dejar un número impar.",
  "lesson.ones.done": "Cuando solo hay montones de una piedra, todo se invierte: deja un número impar.",

  "lesson.misere.title": "Nim misère",
  "lesson.misere.text":
    "Montones de 3, 4 y 5, y la última jugada pierde. Juega igual que antes: deja pares todas las columnas. Solo cuando tu jugada fuera a dejar únicamente montones de una piedra, deja un número impar de ellos.",
  "lesson.misere.done":
    "Eso es todo: juega como antes, hasta que solo un montón tenga más de una piedra, y entonces deja un número impar de montones de una.",

  "lesson.count.title": "Contar hasta 21",
  "lesson.count.text":
    "Por turnos se suma 1, 2 o 3, y quien dice 21 pierde. Empieza tu rival. Así que te conviene decir 20, cinco veces cuatro: ¿puedes completar siempre hasta cuatro el paso de tu rival?",
  "lesson.count.done":
    "Di múltiplos de cuatro: siempre quedará uno más que un múltiplo así, y cada paso tendrá su respuesta. Es la misma idea de copiar, con otras palabras.",

  "lesson.wythoff.title": "El juego de Wythoff",
  "lesson.wythoff.text":
    "Montones de 4 y 5, y empiezas tú. Quita las piedras que quieras de un montón, o el mismo número de los dos. ¿Qué dos montones pequeños dejan a tu rival sin una buena jugada?",
  "lesson.wythoff.done":
    "Con montones de 1 y 2 pierde quien debe jugar, y también con 3 y 5, o con 4 y 7: son los pares áureos.",

  "lesson.nimble.title": "Monedas en una tira",
  "lesson.nimble.text":
    "Monedas en las casillas 1, 2 y 6, y empiezas tú: mueve una moneda hacia la izquierda cuanto quieras. Desde la casilla 6 puede dar de uno a seis pasos. ¿A qué te recuerda?",
  "lesson.nimble.done": "Cada moneda es un montón tan grande como el número de su casilla: esto es Nim.",

  "lesson.heads.title": "Cara o cruz",
  "lesson.heads.text":
    "Hay caras en los lugares 2, 3 y 5, y empiezas tú. Voltea una moneda o dos; la de la derecha debe pasar de cara a cruz. Lee cada cara como un montón tan grande como el número de su lugar: ¿qué harías en el Nim?",
  "lesson.heads.done":
    "Voltear las monedas de los lugares 5 y 1 es quitar cuatro de un montón de cinco. Dos caras en el mismo lugar se anularían, como dos montones iguales: otra vez es Nim.",

  "lesson.staircase.title": "Escaleras abajo",
  "lesson.staircase.text":
    "Las monedas bajan un escalón por jugada, y en el suelo se quedan. Empiezas tú. Piensa solo en los escalones impares: ¿cómo puedes igualarlos?",
  "lesson.staircase.done":
    "Solo cuentan los escalones impares. Lo que baja de uno par, hazlo bajar otro enseguida, como si nunca hubiera llegado.",

  "lesson.dollar.title": "Dólares de plata",
  "lesson.dollar.text":
    "Las monedas no pueden adelantarse. Empiezas tú. Mira los huecos: el que hay entre las dos monedas de la derecha y el que hay antes de la primera.",
  "lesson.dollar.done":
    "Agrupa las monedas por parejas desde la derecha: los huecos dentro de las parejas son montones de Nim.",

  "lesson.welter.title": "Juego de Welter",
  "lesson.welter.text":
    "Monedas en las casillas 2 y 7, y empiezas tú. Una moneda va hacia la izquierda a cualquier casilla libre y puede saltar sobre la otra. Corta la tira en parejas: 0 y 1, 2 y 3, 4 y 5, 6 y 7. ¿Qué dejas?",
  "lesson.welter.done":
    "Con las dos monedas en una misma pareja de casillas pierde quien debe jugar: cada jugada que las separa tiene una respuesta que las vuelve a juntar.",

  "lesson.euclid.title": "El juego de Euclides",
  "lesson.euclid.text":
    "Los números son 4 y 17, y empiezas tú. Resta 4 de 17, una o más veces. ¿Qué puedes dejar para que tu rival no pueda elegir y la última jugada sea tuya?",
  "lesson.euclid.done":
    "Quien puede elegir decide quién elegirá después: deja dos números distintos cuya razón sea menor que la áurea, 1,618.",

  "lesson.pass.title": "Un solo pase",
  "lesson.pass.text":
    "Es Nim, pero una sola vez en la partida alguien puede pasar, tú o tu rival. Empiezas con 1, 2 y 3: ¿cuánto vale la suma nim, y quién preferiría no jugar?",
  "lesson.pass.done": "Con suma nim 0 le va mal a quien debe jugar: pasa, y tendrá que jugar tu rival.",

  "lesson.points.title": "Con sus vecinos",
  "lesson.points.text":
    "Cinco puntos en fila, y empiezas tú. Quien quita un punto quita también sus vecinos. ¿Puedes dejar dos mitades iguales?",
  "lesson.points.done": "Deja dos partes iguales que no se toquen, y copia cada jugada en la otra.",

  "lesson.tree.title": "Cortar ramas",
  "lesson.tree.text":
    "Un arbolito y un tallo de dos ramas, y empiezas tú. Corta una rama; lo que ya no está unido al suelo cae. Donde se juntan ramas cuenta la suma nim de sus longitudes, y el trozo de tronco de debajo suma uno. Haz que el árbol valga lo mismo que el tallo.",
  "lesson.tree.done":
    "Un tronco con una sola rama es un tallo de dos: los tallos son iguales, y copias cada jugada. Las ramas cuentan por su suma nim; es el principio de los dos puntos.",

  "lesson.dominoes.title": "Fichas de dominó",
  "lesson.dominoes.text":
    "Dos filas de cuatro casillas, y empieza tu rival. Imagina un punto en el centro del tablero: ponga donde ponga, gira mentalmente el tablero media vuelta.",
  "lesson.dominoes.done":
    "El lugar girado siempre está libre, así que siempre tienes respuesta: la simetría es una estrategia.",

  "lesson.hundred.title": "El cien",
  "lesson.hundred.text":
    "El total es 60 y empiezas tú: suma de 1 a 10; quien llega a 100 gana. Cuenta hacia atrás desde 100: ¿con qué total se queda corto tu rival, sume lo que sume? ¿Y cuál es el anterior?",
  "lesson.hundred.done":
    "89, 78 y 67: cada uno es once menos, y siempre se puede completar hasta once. Es contar hasta 21 con pasos más largos.",

  "lesson.left.title": "Lo que sobra",
  "lesson.left.text":
    "Montones de 5 y 7; una jugada quita 1, 2 o 3 de uno de ellos. Empiezas tú. Siempre se puede completar hasta cuatro, así que los grupos de cuatro no cuentan: ¿qué sobra de cada montón?",
  "lesson.left.done":
    "Solo cuenta lo que sobra tras formar grupos de cuatro, y eso es Nim: deja restos iguales.",

  "lesson.nearly.title": "Casi lo mismo de los dos",
  "lesson.nearly.text":
    "Montones de 3 y 6, y empiezas tú. Quita de un montón, o de los dos: ahora las dos cantidades pueden diferir en uno. Con montones de 1 y 3 pierde quien debe jugar: ¿puedes dejarlos, o el par siguiente?",
  "lesson.nearly.done":
    "1 y 3, 2 y 6, 4 y 10: en el juego de Wythoff la diferencia de los pares perdidos crece de uno en uno; aquí, de dos en dos.",

  "lesson.moore.title": "Dos montones a la vez",
  "lesson.moore.text":
    "Montones de 2, 3 y 4, y empiezas tú. Una jugada quita de un montón o de dos, de cada uno lo que quieras. En el Nim, un montón lo quitabas entero y dos los igualabas: ¿y tres?",
  "lesson.moore.done":
    "Si se puede jugar en dos montones a la vez, con tres iguales pierde quien debe jugar: lo que sobresalga después, lo igualas. En binario, el número de unos de cada columna es múltiplo de tres.",

  "lesson.greedy.title": "Solo del mayor",
  "lesson.greedy.text":
    "Montones de 2, 4, 4 y 5, y empiezas tú. Solo se puede tocar un montón que sea el mayor. Si hay dos mayores, tu rival tendrá que dejarte uno: ¿cuántos montones mayores quieres dejar?",
  "lesson.greedy.done":
    "Cuenta los montones mayores: si son un número par, pierde quien debe jugar. Nada más importa.",

  "lesson.lasker.title": "Quitar o dividir",
  "lesson.lasker.text":
    "Montones de 1, 2 y 3, y empiezas tú. En el Nim, la posición estaría perdida. Aquí, en vez de quitar, puedes dividir un montón en dos: ¿puedes dejar montones que formen parejas?",
  "lesson.lasker.done":
    "1, 2, 1 y 2: toda jugada se puede copiar, también una división. Donde se puede dividir, los montones de 3 y de 4 intercambian sus papeles en la suma nim.",

  "lesson.grundy.title": "Partes desiguales",
  "lesson.grundy.text":
    "Un montón de 8, y empiezas tú. Una jugada divide un montón en dos partes de distinto tamaño; quien no puede dividir pierde. Los de 1 y 2 ya no se dividen. ¿Cuál de las tres divisiones deja a tu rival sin una buena jugada?",
  "lesson.grundy.done":
    "Con montones de 1, 2, 4 y 7 pierde quien debe dividirlos, y también con 1 y 7 juntos. Nadie conoce una regla para todos los tamaños.",

  "lesson.candy.title": "Ganar y comer más",
  "lesson.candy.text":
    "Caramelos en montones de 4, 5 y 6, y empiezas tú. Quien toma el último gana, como en el Nim; pero cada cual se queda con lo que tomó. Tres jugadas mantienen la victoria: ¿cuál da más caramelos?",
  "lesson.candy.done":
    "Primero la victoria, luego los caramelos: de las jugadas que dejan suma nim 0, elige la mayor.",

  "lesson.building.title": "Construir y luego jugar",
  "lesson.building.text":
    "Dos pilas vacías y cuatro bloques, que se colocan de uno en uno; después se juega al Nim con las pilas. Empieza tu rival. ¿Con qué pilas quieres que tenga que empezar?",
  "lesson.building.done":
    "Ponga donde ponga, pon tú un bloque al lado: al final las pilas son iguales, y en el Nim copias.",

  "lesson.fibonacci.title": "Como mucho el doble",
  "lesson.fibonacci.text":
    "Un montón de 11, y empiezas tú. La primera jugada no puede quitarlo todo; las demás quitan como mucho el doble que la anterior. Escribe 11 como suma de números de Fibonacci: 8 y 3. ¿Qué pasa si quitas la parte más pequeña?",
  "lesson.fibonacci.done":
    "Quita la parte más pequeña: la siguiente es más del doble, así que tu rival no puede quitarla entera, y tú sí puedes terminarla. Si el montón entero es un número de Fibonacci, está perdido.",

  "lesson.kayles.title": "Derribar el centro",
  "lesson.kayles.text":
    "Siete bolos en fila, y empiezas tú. Una tirada derriba un bolo o dos vecinos. ¿Puedes dejar dos filas iguales?",
  "lesson.kayles.done":
    "Sin el del centro quedan dos filas iguales, y toda tirada se puede copiar en la otra. Si el número es par, derriba los dos del centro.",

  "lesson.ring.title": "Al otro lado del anillo",
  "lesson.ring.text":
    "Seis cuentas en un anillo; empieza tu rival y quita una o dos vecinas. Mira el anillo desde el centro: ¿qué hay enfrente?",
  "lesson.ring.done":
    "Después de la primera jugada, quita de modo que el resto quede en dos filas iguales; desde ahí, copia. Con un anillo entero siempre puede hacerlo quien juega después.",

  "lesson.stacks.title": "Pilas opuestas",
  "lesson.stacks.text":
    "Cuatro pilas en círculo: 3, 2, 1 y 4. Empiezas tú. Una jugada quita de una pila o de dos vecinas. ¿De qué pilas nunca se quita a la vez?",
  "lesson.stacks.done":
    "De las opuestas: iguala las dos parejas. Ninguna jugada toca dos opuestas, así que toda jugada tiene respuesta.",

  "lesson.grid.title": "El centro del tablero",
  "lesson.grid.text":
    "Nueve canicas en un cuadrado, y empiezas tú: quita una, o varias vecinas en línea recta. ¿Tras qué primera jugada tiene su gemela cualquier otra?",
  "lesson.grid.done":
    "Quita la del centro, sola o con su fila: el resto queda en parejas alrededor del centro, y copias cada jugada al otro lado.",

  "lesson.chomp.title": "Chocolate",
  "lesson.chomp.text":
    "Un cuadrado de chocolate, y empiezas tú: quien muerde se lleva el trozo y todo lo que hay debajo y a la derecha. El trozo verde pierde. ¿Qué mordisco deja dos brazos igual de largos?",
  "lesson.chomp.done":
    "Muerde en diagonal junto al trozo verde: quedan dos brazos iguales, y lo que se muerde de uno lo muerdes del otro.",

  "lesson.crosses.title": "Solo cruces",
  "lesson.crosses.text":
    "Solo se ponen cruces, en un mismo tablero, y quien hace tres en raya pierde. Empiezas tú. ¿Qué casilla no tiene gemela?",
  "lesson.crosses.done":
    "La del centro: responde después a cada cruz con otra a salto de caballo, y la raya le queda a tu rival.",

  "lesson.bridge.title": "Cortar el puente",
  "lesson.bridge.text":
    "Dos puntos unidos, cada uno con otros dos, y empiezas tú: quita un punto, o dos unidos. ¿Qué queda si quitas el puente del centro?",
  "lesson.bridge.done":
    "Cuatro puntos sueltos: un número par, y cada jugada quita exactamente uno. Cortar un grafo en partes que se emparejan sirve en todas partes.",

  "lesson.above.title": "Todo lo de arriba",
  "lesson.above.text":
    "Dos cadenas de dos cuentas y una cuenta sobre ambas. Empiezas tú: una cuenta se va con todas las que tiene encima. ¿Cómo igualas los dos lados?",
  "lesson.above.done":
    "Quita la cuenta de arriba: quedan dos cadenas iguales, que son montones iguales de Nim.",
};
