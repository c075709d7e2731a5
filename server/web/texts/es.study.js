// Spanish: looking at games, why positions are won or lost.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "step.label": "Recorrer las jugadas",
  "step.first": "Al principio",
  "step.back": "Una jugada atrás",
  "step.on": "Una jugada adelante",
  "step.last": "Al final",
  "step.where": "{n} / {last}",
  "step.end": "final",

  "review.waiting": "Analizando la partida…",
  "review.later":
    "La segunda partida desde este inicio sigue en juego; esta se podrá analizar cuando termine.",
  "review.secret": "Hay una partida puntuada en juego con una posición así: vuelve cuando termine.",
  "review.none": "Esta partida no se puede analizar ahora.",
  "review.mistake": "Siguiente error",
  "review.firstMistake": "Primer error",
  "review.share": "Compartir la partida",
  "review.copy": "Copiar la notación",
  "review.pose": "Como problema",
  "review.analyse": "Analizar desde aquí",
  "review.accuracy": "Precisión",
  "review.what": "Una decisión es una posición en la que una jugada gana y otra pierde.",
  "review.wins": { one: "La jugada ganadora:", other: "{n} jugadas ganadoras:" },
  "review.safe": { one: "La jugada segura:", other: "{n} jugadas seguras:" },
  "review.answer.others": "Tras esta jugada gana {name} así: {move}",
  "review.answer.ofMine": "Tras tu jugada gana {name} así: {move}",
  "review.answer.byMe": "Tras esta jugada ganas así: {move}",
  "review.more": "y {n} más",
  "review.someWin": "No se enumeraron las jugadas ganadoras.",

  "analysis.title": "Análisis",
  "analysis.variant": "Juego",
  "analysis.preset": "Inicio",
  "analysis.notation": "Partida en notación",
  "analysis.show": "Mostrar",
  "analysis.first": "Quien empieza",
  "analysis.second": "Quien juega en segundo lugar",
  "analysis.player": "El jugador {n}",
  "analysis.moves": "Lo que vale cada jugada",
  "analysis.star": "*n: lo que queda equivale a un montón de Nim de n.",
  "analysis.tooMany": "Hay demasiadas jugadas para analizarlas una a una.",
  "error.alone":
    "Sin red la página solo conoce posiciones pequeñas: elige una arriba o escribe montones como «nim 3,5,7».",
  "analysis.noMove": "No hay ninguna jugada.",
  "analysis.over": "La partida ha terminado: no queda ninguna jugada.",
  "analysis.playOn": "Seguir jugando desde aquí",
  "analysis.asFirst": "Empezar contra el bot",
  "analysis.asSecond": "Que empiece el bot",
  "analysis.share": "Compartir",
  "worth.wins": "gana",
  "worth.loses": "pierde",
  "worth.unknown": "sin demostrar",
  "worth.safe": "segura",
  "worth.unsafe": "no segura",

  "verdict.N": "{name} tiene el turno y puede forzar la victoria.",
  "verdict.N.mine": "Tienes el turno y puedes forzar la victoria.",
  "verdict.P": "{name} tiene el turno y pierde ante un juego perfecto.",
  "verdict.P.mine": "Tienes el turno y pierdes ante un juego perfecto.",
  "verdict.unknown": "No está demostrado quién gana aquí.",
  "verdict.survives": "{name} tiene el turno y la salvación asegurada.",
  "verdict.survives.mine": "Tienes el turno y la salvación asegurada.",
  "verdict.mayLose": "{name} tiene el turno, pero no la salvación asegurada.",
  "verdict.mayLose.mine": "Tienes el turno, pero no la salvación asegurada.",
  "verdict.over": "No queda ninguna jugada. Vuelve atrás para ver dónde se decidió la partida.",
  "verdict.overFlawless": "No queda ninguna jugada, y nadie dejó escapar la victoria.",
  "verdict.overNever":
    "No queda ninguna jugada. Nunca tuviste la oportunidad: nadie dejó escapar la victoria.",
  "source.formula": "Demostrado con una fórmula.",
  "source.table": "Demostrado con una tabla.",
  "source.search": "Demostrado por búsqueda.",
  "source.nonconstructive": "Por un argumento que no nombra ninguna jugada.",

  "mark.kept": "Eso conservó la victoria.",
  "mark.threw": "Eso dejó escapar la victoria.",
  "mark.safe": "Aquí toda jugada gana.",
  "mark.lost": "Aquí toda jugada pierde.",
  "mark.unknown": "No está demostrado qué consecuencias tuvo eso.",
  "mark.kept.several": "Eso fue seguro.",
  "mark.threw.several": "Eso dejó de ser seguro.",
  "mark.safe.several": "Aquí toda jugada es segura.",
  "mark.lost.several": "Aquí ninguna jugada es segura.",
  "sign.kept": "conservó la victoria",
  "sign.threw": "la dejó escapar",
  "sign.safe": "toda jugada ganaba",
  "sign.lost": "toda jugada perdía",
  "sign.unknown": "sin demostrar",
  "sign.kept.several": "era segura",
  "sign.threw.several": "perdió la seguridad",
  "sign.safe.several": "toda jugada era segura",
  "sign.lost.several": "ninguna jugada era segura",

  "figure.label": "Dibujo del porqué",
  "figure.digits": "Los números en binario",
  "figure.mirror": "Los números iguales se responden; lo marcado con una cruz se quita primero.",
  "figure.here": "En el tablero",
  "figure.golden": "Par áureo n.º {number}",
  "figure.part": "Parte",
  "figure.product": "Producto",
  "figure.long": "Largo",
  "figure.short": "Corto",
  "figure.groups": "{left} en grupos de {modulus}, sobran {n}",
  "why.numbers": "En números",

  "why.nothing": "No queda ninguna jugada: quien tiene el turno ha perdido.",
  "why.nothingMisere": "No queda ninguna jugada: quien hizo la última ha perdido.",
  "why.lastHeap": { one: "Quítala: es la última jugada.", other: "Quita las {n}: es la última jugada." },
  "why.onesOnly":
    "Lo que queda vale 1 o nada. Como la última jugada pierde, gana quien deja un número impar de unos.",
  "why.oneHeap": "Queda un montón. Como la última jugada pierde, deja una sola piedra.",
  "why.heaps.N":
    "La suma nim de los montones es {sum}, no 0: alguna columna de cifras binarias tiene un número impar de unos. Una jugada ganadora deja pares todas las columnas.",
  "why.heaps.P":
    "La suma nim es 0: cada columna de cifras binarias tiene un número par de unos. Toda jugada deja impar alguna columna, y la respuesta las deja todas pares otra vez.",
  "why.heaps.misere.P":
    "La suma nim es 0: cada columna de cifras binarias tiene un número par de unos. Toda jugada deja impar alguna columna, y la respuesta las deja todas pares otra vez, hasta que así solo quedarían montones de una piedra: entonces deja un número impar de ellos.",
  "why.values.N":
    "Los valores de las partes tienen la suma nim {sum}, no 0. Una jugada ganadora deja pares todas las columnas de cifras binarias.",
  "why.values.P":
    "Los valores de las partes tienen la suma nim 0: toda jugada la cambia, y la respuesta la restablece.",
  "why.values.misere.N":
    "Los valores de las partes tienen la suma nim {sum}, no 0. Una jugada ganadora deja la suma nim 0 o, en algunas posiciones, 1, ya que la última jugada pierde.",
  "why.values.misere.P":
    "Los valores de las partes tienen la suma nim 0: toda jugada la cambia, y la respuesta la restablece o, en algunas posiciones, deja 1, ya que la última jugada pierde.",
  "why.value.N": "El valor es {sum}, no 0: alguna jugada deja el valor 0.",
  "why.value.P": "El valor es 0: ninguna jugada deja el valor 0.",
  "why.copy.N": "{move}: así quedan filas iguales por parejas. Copia después cada jugada en la fila pareja.",
  "why.copy.P": "Las filas son iguales por parejas: cada jugada se copia en la fila pareja.",
  "why.ones": {
    one: "Solo queda un montón de una piedra. Como la última jugada pierde, gana quien deja un número impar de montones así.",
    other:
      "Solo quedan montones de una piedra, {n} en total. Como la última jugada pierde, gana quien deja un número impar de ellos.",
  },
  "why.oneLarger": {
    one: "Queda un montón mayor junto a uno de una piedra. Como la última jugada pierde, reduce el mayor a 0 o 1, de modo que quede un número impar de piedras sueltas.",
    other:
      "Queda un montón mayor junto a {n} de una piedra. Como la última jugada pierde, reduce el mayor a 0 o 1, de modo que quede un número impar de piedras sueltas.",
  },
  "why.golden.N":
    "{a} y {b} no son un par áureo; el de la misma diferencia es {low} y {high}. Una jugada ganadora deja un par áureo.",
  "why.golden.P":
    "{low} y {high} son el par áureo n.º {number}: ninguna jugada lleva de un par áureo a otro, y desde cualquier otra posición hay una que lleva a uno.",
  "why.tallest.N": {
    one: "Un solo montón, de {size}, es el mayor: con un número impar de montones mayores gana quien tiene el turno, y uno es impar.",
    other:
      "Los montones mayores son {n} de {size}, un número impar: con un número impar de montones mayores gana quien tiene el turno.",
  },
  "why.tallest.P":
    "Los montones mayores son {n} de {size}, un número par: con un número par de montones mayores pierde quien tiene el turno.",
  "why.columns.N":
    "En alguna columna de cifras binarias el número de unos no es múltiplo de {modulus}. Una jugada ganadora lo hace múltiplo en todas.",
  "why.columns.P":
    "En cada columna de cifras binarias el número de unos es múltiplo de {modulus}. Toda jugada lo impide, y la respuesta lo restablece.",
  "why.columnsOnes":
    "Aquí solo cuentan los unos. Como la última jugada pierde, gana quien deja uno más que un múltiplo de {modulus}.",
  "why.zeckendorf.N":
    "{heap} = {row}, una suma de números de Fibonacci. Quita {take}: después se podrán quitar {twice} como mucho, menos que la parte siguiente, {next}.",
  "why.zeckendorf.all": "El límite de {limit} permite quitarlo todo.",
  "why.zeckendorf.P":
    "{heap} = {row}, una suma de números de Fibonacci. La parte menor, {part}, supera el límite de {limit}.",
  "why.zeckendorfMisere.N":
    "Sin la última semilla, que nadie quiere, {heap} = {row}. Quita {take}: después se podrán quitar {twice} como mucho, menos que la parte siguiente, {next}.",
  "why.zeckendorfMisere.all": "Quita {take}: solo queda la última semilla, que nadie quiere.",
  "why.zeckendorfMisere.P":
    "Sin la última semilla, que nadie quiere, {heap} = {row}. La parte menor, {part}, supera el límite de {limit}.",
  "why.oddMine":
    "En total hay {total} bloques, un número impar, así que la suma nim nunca es 0. Quien tiene el turno quita también el primer bloque, y gana.",
  "why.oddOther": {
    one: "En total hay un bloque, así que la suma nim nunca es 0. Quien ahora no tiene el turno quita el primer bloque, y gana.",
    other:
      "En total hay {n} bloques, un número impar, así que la suma nim nunca es 0. Quien ahora no tiene el turno quita el primer bloque, y gana.",
  },
  "why.paired": "Las pilas son iguales dos a dos: cada bloque se responde con uno en su pareja.",
  "why.pairing": "Un bloque en una pila de {size} deja todas las pilas iguales dos a dos.",
  "why.unmatchedMine":
    "La pila más alta tiene una cifra binaria que ninguna otra alcanza, así que la suma nim no será 0. Quien tiene el turno quita también el primer bloque, y gana.",
  "why.unmatchedOther":
    "La pila más alta tiene una cifra binaria que ninguna otra alcanza, así que la suma nim no será 0. Quien ahora no tiene el turno quita el primer bloque, y gana.",
  "why.circle.all": "Una jugada alcanza todas las pilas: juntas son un solo montón.",
  "why.circle.equal": "Quien gana deja iguales todas las pilas.",
  "why.circle.opposite": "Quien gana deja iguales las pilas opuestas.",
  "why.circle.five2":
    "Quien gana deja una pila máxima M, seguida en el círculo por b, c, d, b, de modo que M + b = c + d.",
  "why.circle.five3": "Quien gana deja una pila vacía con x, a, b, x alrededor, de modo que x = a + b.",
  "why.circle.six3": "Quien gana deja cada dos vecinas con tantas en total como las dos opuestas.",
  "why.circle.six4":
    "Quien gana deja cada dos vecinas con tantas en total como las dos opuestas, y una pila mínima que con las dos situadas a dos lugares tiene suma nim 0.",
  "why.reached": "Se ha llegado a la meta.",
  "why.survives": "Quedan {left}. Hay algún paso seguro, hagan lo que hagan los demás.",
  "why.mayLose": {
    one: "Queda uno: quien tiene el turno tiene que decir la meta.",
    other:
      "Quedan {n}. Diga lo que diga ahora quien tiene el turno, los demás pueden lograr entre todos que acabe diciendo la meta.",
  },
  "why.remainder.N":
    "Quedan {left}. Deja {wanted} más que un múltiplo de {modulus}: así cada paso se puede completar hasta {modulus}.",
  "why.remainder.P": {
    one: "Queda uno: el próximo paso es el último, y pierde.",
    other:
      "Quedan {n}, {wanted} más que un múltiplo de {modulus}: cada paso se puede completar hasta {modulus}.",
  },
  "why.multiple.N": {
    one: "Queda uno: el próximo paso es el último, y gana.",
    other: "Quedan {n}. Deja un múltiplo de {modulus}: así cada paso se puede completar hasta {modulus}.",
  },
  "why.multiple.P": "Quedan {left}, un múltiplo de {modulus}: cada paso se puede completar hasta {modulus}.",
  "why.tame":
    "Las partes tienen los valores {values}, con la suma nim {sum}. Como la última jugada pierde, aquí pierde quien tiene el turno con la suma nim {lost}.",
  "why.quotient.N":
    "Cada parte cuenta como una letra, y las letras se multiplican con reglas fijas (el cociente misère). Con algunos productos pierde quien tiene el turno: {product} no es uno de ellos.",
  "why.quotient.P":
    "Cada parte cuenta como una letra, y las letras se multiplican con reglas fijas (el cociente misère). Con algunos productos pierde quien tiene el turno: {product} es uno de ellos.",
  "why.mirror.N": "Una jugada deja la posición simétrica; responde después a cada jugada con la opuesta.",
  "why.mirror.P": "A toda jugada se puede responder con su simétrica.",
  "why.mirror.circle":
    "El círculo está lleno y no se puede quitar de una vez: quien juega en segundo lugar quita el centro de la fila que queda y refleja después cada jugada.",
  "why.mirror.square":
    "La tableta es cuadrada: deja solo la primera fila y la primera columna, y refleja después cada mordisco.",
  "why.twoRows":
    "Con dos filas pierde quien tiene el turno si la segunda tiene uno menos; aquí tienen {long} y {short}.",
  "why.arms":
    "Solo quedan dos brazos junto al trozo verde, de {long} y {short}: con brazos iguales pierde quien tiene el turno.",
  "why.lastMove": "Una jugada se lo lleva todo, y gana.",
  "why.stolenBar":
    "La tableta es un rectángulo entero: si morder el último trozo no gana, gana la respuesta, que podría haber sido el primer mordisco. Así que hay una jugada ganadora, aunque esto no dice cuál.",
  "why.stolen":
    "Una cuenta está por encima de todas las demás: si quitarla no gana, gana la respuesta, que podría haber sido la primera jugada. Así que hay una jugada ganadora, aunque esto no dice cuál.",
  "why.searched.N": {
    one: "La búsqueda encontró una jugada ganadora; se examinó una posición.",
    other: "La búsqueda encontró una jugada ganadora; se examinaron {n} posiciones.",
  },
  "why.searched.P": {
    one: "Toda jugada pierde: se examinó una posición.",
    other: "Toda jugada pierde: se examinaron {n} posiciones.",
  },
  "why.known.N": "La búsqueda encontró una jugada ganadora.",
  "why.known.P": "La búsqueda muestra que toda jugada pierde.",
  "why.undecided": "La búsqueda se detuvo tras {n} posiciones, sin respuesta.",
  "decided.mine": "Tu jugada {n} ({move}) dejó escapar la victoria.",
  "decided.held": {
    one: "Tu primera jugada dejó escapar la victoria.",
    other: "Tuviste la victoria en la mano hasta la jugada {n}.",
  },
  "decided.given": "{name} te regaló la victoria en la jugada {given}; tu jugada {n} se la devolvió.",
  "decided.other": "{name} dejó escapar la victoria con la jugada {n} ({move}).",
  "decided.never": "No fue cosa tuya: el inicio ya estaba perdido para ti.",
  "decided.neverSecond":
    "No fue cosa tuya: empezó {first}, y desde este inicio quien empieza puede forzar la victoria.",
  "decided.neverBid":
    "Lo decidieron las pujas por los puestos: desde entonces el inicio estaba perdido para ti.",
  "idea.chomp":
    "La próxima vez: deja dos brazos iguales y copia cada mordisco. En una tableta cuadrada, muerde junto al trozo verde, en diagonal.",
  "idea.octal": "La próxima vez: deja dos filas iguales y copia cada jugada en la otra.",
  "decided.neverPie":
    "Lo decidió la elección de quién empieza: desde entonces el inicio estaba perdido para ti.",
  "decided.show": "Muéstrame por qué",
  "decided.hide": "Ocultar el porqué",
  "thread.mine": "Es tuya",
  "thread.other": "Es de {name}",
  "thread.forced": "nada que decidir",
  "thread.label": "Quién podía forzar la victoria tras cada jugada",
  "review.of": "{kept} de {n}",
  "review.youKept": "Tus jugadas que conservaron la victoria",
  "review.theyKept": "Jugadas de {name} que conservaron la victoria",
  "review.youKept.several": "Tus jugadas seguras",
  "review.theyKept.several": "Jugadas seguras de {name}",
  "review.youNoChance": "Nunca tuviste la oportunidad",
  "review.theyNoChance": "{name} nunca tuvo la oportunidad",
  "review.youNoChoice": "No tuviste nada que decidir",
  "review.theyNoChoice": "{name} no tuvo nada que decidir",
  "power.1": "unos",
  "power.2": "doses",
  "power.4": "cuatros",
  "power.8": "ochos",
  "power.16": "dieciseises",
  "power.pairs": { 0: "ninguna pareja", one: "una pareja", other: "{n} parejas" },
  "power.alone": "uno solo",
  "power.aloneIn": "uno solo, en {heap}",
  "opened.open": "Abre los montones",
  "opened.pair": "Empareja los grupos",
  "opened.take": "Quita lo que sobra",
  "opened.show": "Mostrar por qué",
  "opened.close": "Volver a los montones",
  "why.fraenkel.N":
    "{a} y {b} no son un par de Fraenkel para r = {r}. Quien gana deja {c} y {d}, que sí lo son.",
  "why.fraenkel.P": "{a} y {b} son un par de Fraenkel para r = {r}: ninguna jugada deja otro.",
  "why.ratio.N":
    "{large} es más de 1,618 veces {small}, la razón áurea: una jugada ganadora deja una razón menor, salvo si acaba la partida.",
  "why.ratioMisere.N":
    "{large} es más de 1,618 veces {small}, la razón áurea: una jugada ganadora deja una razón menor.",
  "why.ratio.P": "{large} es menos de 1,618 veces {small}, la razón áurea: hay una sola jugada, y pierde.",
  "why.ratio.equal": "Con números iguales hay una sola jugada, que acaba la partida.",
  "why.pass": "Solo con los montones pierde quien tiene el turno: pasa.",
  "chalk.value": "vale {n}",
  "chalk.hide": "Ocultar las marcas",
  "marks.won": "verde: gana",
  "marks.played": "a trazos: jugada hecha",
  "marks.partners": "línea: pareja",
  "decided.again": "Reintentar desde aquí",
  "pairs.read": "Lee cada montón como {powers}: un grupo tiene pareja si hay otro igual en otro montón.",
  "pairs.in": "{power} en {heap}",
  "pairs.alone": "Sin pareja: {groups}",
  "pairs.take": "Por tanto: {move}. Deja siempre a tu rival todo en parejas, ahora y tras cada respuesta.",
  "pairs.take.misere":
    "Por tanto: {move}. Deja todo en parejas, ahora y tras cada respuesta; solo cuando tu jugada fuera a dejar únicamente montones de una piedra, deja un número impar de ellos.",
  "pairs.all": "Cada grupo tiene pareja",
  "pairs.break": "Toda jugada rompe una pareja, y la respuesta la rehace: deja siempre todo en parejas.",
  "pairs.break.misere":
    "Toda jugada rompe una pareja, y la respuesta la rehace: deja todo en parejas; solo cuando tu jugada fuera a dejar únicamente montones de una piedra, deja un número impar de ellos.",
  "pairs.after": "Después, todo en parejas",
  "opened.shrink": "Reduce un montón para que todo quede en parejas",
  "opened.even": "Haz una jugada tras la que todo quede en parejas",
  "opened.none": "No sobra nada: quien juega rompe una pareja",
  "opened.named": "{step}: {move}",
  "figure.board": "Tablero {n}",
  "counts.parts": "Cada parte separada cuenta como un montón de Nim, del tamaño dibujado aquí.",
  "counts.nimble": "Cada moneda cuenta como un montón: tantas piedras como casillas hay a su izquierda.",
  "counts.staircase":
    "Solo cuenta un escalón de cada dos, desde el primero sobre el suelo: sus monedas son un montón.",
  "counts.gaps":
    "Cuenta como montón un hueco de cada dos, desde el anterior a la última moneda: tantas piedras como casillas libres.",
  "counts.welter":
    "Las monedas van de dos en dos: cada dos juntas, o una que sobre, cuentan como el montón dibujado aquí.",
  "counts.turtles": "Cada moneda de cara cuenta como un montón tan alto como su lugar.",
  "counts.heads": "Cada moneda de cara cuenta como un montón de Nim, del tamaño dibujado aquí.",
  "counts.rest": "Cada montón cuenta lo que sobra al dividirlo entre {modulus}.",
  "counts.lasker":
    "Como un montón también se puede dividir, 3 y 4 se cambian lo que cuentan, y también 7 y 8, etc.; aquí {swaps}.",
  "counts.stalks": "Cada tallo cuenta como un montón de su longitud.",
  "counts.plants":
    "Cada planta cuenta como un montón: un tallo simple, su longitud; una ramificada, lo dibujado aquí.",
  "counts.runs": "Cada fila se puede quitar de una vez, así que cuenta como un montón de su longitud.",
  "plan.pairs.N": "{move}: así todo queda en parejas. Deja también todo en parejas tras cada respuesta.",
  "plan.pairs.P": "Todo está en parejas: cualquier jugada rompe una, y la respuesta la rehace.",
  "plan.pairs.misere.N":
    "{move}: así todo queda en parejas. Deja también todo en parejas tras cada respuesta; solo cuando tu jugada no fuera a dejar nada que cuente más de 1, deja un número impar de unos.",
  "plan.pairs.misere.P":
    "Todo está en parejas: cualquier jugada rompe una, y la respuesta la rehace, hasta que así no quedaría nada que cuente más de 1: entonces deja un número impar de unos.",
  "plan.last": "{move}: es la última jugada.",
  "plan.green": "{move}: así solo queda el trozo verde.",
  "plan.answer.N": "{move}. Haga lo que haga después tu rival, tienes una respuesta, hasta la última jugada.",
  "plan.answer.P": "Se juegue lo que se juegue aquí, el otro tiene una respuesta, hasta la última jugada.",
  "plan.rows.N":
    "{move}: lo que queda se equilibra. A cualquier jugada puedes responder con otra que vuelve a equilibrarlo todo.",
  "plan.rows.P":
    "Las partes se equilibran: a cualquier jugada el otro puede responder con una que lo equilibra todo.",
  "plan.misere.N": "{move}. Desde ahí siempre puedes dejarle a tu rival la última jugada, que pierde.",
  "plan.misere.P":
    "Aquí toda jugada pierde contra un rival perfecto, que siempre puede dejar la última jugada, que pierde, a quien tiene ahora el turno.",
  "plan.stops.N": "Párate en {stops}; aquí: {move}. Después completa cada paso hasta {modulus}.",
  "plan.stops.P":
    "Se sume lo que se sume, el otro puede pararse en {stops}: cada paso se completa hasta {modulus}.",
  "plan.leave.N": "Deja {stops}; aquí: {move}. Después completa cada jugada hasta {modulus}.",
  "plan.leave.P":
    "Se quite lo que se quite, el otro puede dejar {stops}: cada jugada se completa hasta {modulus}.",
  "plan.arms.N": "{move}: así los dos brazos son iguales. Copia cada mordisco en el otro brazo.",
  "plan.arms.P": "Los dos brazos son iguales: el otro copia cada mordisco.",
  "plan.shorter.N": "{move}: así, de las dos hileras, una tiene uno menos. Déjalo así tras cada mordisco.",
  "plan.shorter.P":
    "De las dos hileras una tiene uno menos: tras cada mordisco el otro puede dejarlo así de nuevo.",
  "plan.ratio.N": "{move}: quedan {low} y {high}, donde solo hay una jugada, y pierde.",
  "plan.ratio.P": "Aquí solo hay una jugada, y tras ella el otro puede ganar.",
  "plan.mirror.N": "{move}: así la posición es simétrica. Responde después a cada jugada con la opuesta.",
};
