// German: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "Der Kurs",
  "learn.nim": "Nim, Schritt für Schritt",
  "learn.progress": "{n} von {all} Lektionen gewonnen",
  "learn.done": "gewonnen",
  "learn.begin": "Du beginnst.",
  "learn.waiting": "Dein Gegner denkt nach …",
  "learn.turn": "Dein Gegner zog: {move}. Du bist am Zug.",
  "learn.threw": "Das verspielt den Gewinn. Nimm den Zug zurück und sieh noch einmal hin.",
  "learn.lost": "Diesmal hat dein Gegner gewonnen.",
  "learn.won": "Du hast gewonnen.",
  "learn.takeBack": "Zurücknehmen",
  "learn.next": "Nächste Lektion",
  "learn.again": "Von vorn",
  "learn.end": "Gegen jemanden spielen",

  "lesson.free.title": "Freies Spiel",
  "lesson.free.text":
    "Ein kleines Spiel gegen den Bot, ohne Uhr und, wenn diese Seite hier schon einmal geöffnet war, ohne Netz. Er übersieht keinen Gewinn: Fängst du dort an, wo du gewinnen kannst?",
  "lesson.free.done": "Der Bot übersieht keinen Gewinn, also war jeder deiner Züge richtig.",
  "free.new": "Ein neues Spiel:",
  "free.misere": "Misère-{game}",
  "free.second": "Den Bot beginnen lassen",
  "free.first": "Selbst beginnen",

  "lesson.one.title": "Ein Haufen",
  "lesson.one.text":
    "Wer den letzten Zug macht, gewinnt. Bei einem einzigen Haufen ist das leicht: Wie viele Steine nimmst du?",
  "lesson.one.done": "Einen Haufen gewinnt, wer am Zug ist: Nimm ihn ganz.",

  "lesson.equal.title": "Zwei gleiche Haufen",
  "lesson.equal.text":
    "Zwei gleiche Haufen, und dein Gegner beginnt. Was er auch von einem nimmt: Was macht die Haufen wieder gleich?",
  "lesson.equal.done":
    "Gleiche Haufen sind verloren für den, der am Zug ist: Jeder Zug lässt sich nachmachen, also ist der letzte deiner.",

  "lesson.unequal.title": "Zwei Haufen",
  "lesson.unequal.text": "Jetzt sind die Haufen verschieden, und du beginnst. Was möchtest du übrig lassen?",
  "lesson.unequal.done": "Mach die Haufen gleich, und mach dann jeden Zug nach.",

  "lesson.pairs.title": "Drei Haufen",
  "lesson.pairs.text":
    "Haufen mit 1, 2 und 3, und dein Gegner beginnt. Schreib jeden Haufen im Zweiersystem wie in der Zeichnung: Jede Spalte hat eine gerade Zahl von Einsen. Jeder Zug macht eine Spalte ungerade; deine Antwort macht alle wieder gerade.",
  "lesson.pairs.done":
    "Das ist wieder Nachmachen, Spalte für Spalte: Gerade Spalten sind verloren für den, der am Zug ist.",

  "lesson.sum.title": "Die Nim-Summe",
  "lesson.sum.text":
    "Haufen mit 3, 4 und 5, und du beginnst. Die Zeichnung zeigt, welche Spalten ungerade sind. Nur ein Zug macht alle gerade: Welcher Haufen hat eine Eins in der höchsten ungeraden Spalte?",
  "lesson.sum.done": "Du hast Boutons Satz von 1901 gefunden: Lass immer die Nim-Summe 0.",

  "lesson.large.title": "Größere Zahlen",
  "lesson.large.text":
    "Vier Haufen und dieselbe Regel. Drei verschiedene erste Züge gewinnen hier. Lass dir Zeit: Such die höchste ungerade Spalte, wähl einen Haufen mit einer Eins darin, und dreh seine Ziffern in allen ungeraden Spalten um.",
  "lesson.large.done": "Dir ist an Nim nichts mehr verborgen, solange der letzte Zug gewinnt.",

  "lesson.ones.title": "Wenn der letzte Zug verliert",
  "lesson.ones.text":
    "Im Misère-Spiel verliert, wer den letzten Zug macht. Denk an Haufen mit einem Stein: Du willst eine ungerade Zahl davon übrig lassen.",
  "lesson.ones.done": "Sind nur Haufen mit einem Stein da, ist alles umgekehrt: Lass eine ungerade Zahl.",

  "lesson.misere.title": "Misère-Nim",
  "lesson.misere.text":
    "Haufen mit 3, 4 und 5, und der letzte Zug verliert. Spiel genau wie zuvor: Mach alle Spalten gerade. Nur wenn dein Zug nichts als Haufen mit einem Stein ließe, lass eine ungerade Zahl davon.",
  "lesson.misere.done":
    "Das ist alles: wie zuvor, bis nur ein Haufen mehr als einen Stein hat, und dann eine ungerade Zahl von Einsen lassen.",

  "lesson.count.title": "Bis 21 zählen",
  "lesson.count.text":
    "Jeder zählt reihum 1, 2 oder 3 dazu, und wer 21 sagt, verliert. Dein Gegner beginnt. Nach 1 sind es noch 20 Schritte: Kannst du den Schritt deines Gegners immer zu vier ergänzen?",
  "lesson.count.done":
    "Lass eins mehr als ein Vielfaches von vier, und jeder Schritt hat seine Antwort: dasselbe Nachmachen mit anderen Worten.",

  "lesson.wythoff.title": "Wythoffs Spiel",
  "lesson.wythoff.text":
    "Haufen mit 4 und 5, und du beginnst. Nimm beliebig viele aus einem Haufen, oder gleich viele aus beiden. Welche zwei kleinen Haufen lassen deinem Gegner keinen guten Zug?",
  "lesson.wythoff.done":
    "Haufen mit 1 und 2 sind für den verloren, der ziehen muss, ebenso 3 und 5 oder 4 und 7: die goldenen Paare.",

  "lesson.nimble.title": "Münzen auf dem Streifen",
  "lesson.nimble.text":
    "Münzen auf den Feldern 1, 2 und 6, und du beginnst: Zieh eine Münze beliebig weit nach links. Von Feld 6 sind es ein bis sechs Schritte. Woran erinnert dich das?",
  "lesson.nimble.done": "Jede Münze ist ein Haufen, so groß wie die Nummer ihres Feldes: Das ist Nim.",

  "lesson.heads.title": "Kopf und Zahl",
  "lesson.heads.text":
    "Kopf liegt auf den Plätzen 2, 3 und 5, und du beginnst. Wende eine Münze oder zwei; die rechte davon muss vorher Kopf zeigen. Lies jeden Kopf als Haufen, so groß wie sein Platz: Was würdest du im Nim tun?",
  "lesson.heads.done":
    "Die Münzen auf Platz 5 und Platz 1 zu wenden, heißt vier von einem Haufen mit fünf zu nehmen. Zweimal Kopf am selben Platz hebt sich auf wie gleiche Haufen: Das ist wieder Nim.",

  "lesson.staircase.title": "Die Treppe hinab",
  "lesson.staircase.text":
    "Münzen gehen pro Zug eine Stufe hinab, und am Boden bleiben sie. Du beginnst. Denk nur an die Stufen mit ungerader Nummer: Was macht sie gleich?",
  "lesson.staircase.done":
    "Nur ungerade Stufen zählen. Was von einer geraden Stufe herabkommt, schickst du gleich weiter, als wäre es nie gekommen.",

  "lesson.dollar.title": "Silberdollar",
  "lesson.dollar.text":
    "Münzen dürfen einander nicht überholen. Du beginnst. Sieh auf die Lücken: die zwischen den beiden rechten Münzen und die vor der ersten.",
  "lesson.dollar.done":
    "Nimm die Münzen von rechts paarweise: Die Lücken in den Paaren sind Haufen eines Nim-Spiels.",

  "lesson.welter.title": "Welters Spiel",
  "lesson.welter.text":
    "Münzen auf den Feldern 2 und 7, und du beginnst. Eine Münze geht nach links auf ein beliebiges freies Feld und darf die andere überspringen. Teil den Streifen in Paare: 0 und 1, 2 und 3, 4 und 5, 6 und 7. Was lässt du übrig?",
  "lesson.welter.done":
    "Zwei Münzen auf einem Paar von Feldern sind für den, der ziehen muss, verloren: Auf jeden Zug aus dem Paar gibt es eine Antwort, die beide wieder zusammenbringt.",

  "lesson.euclid.title": "Euklids Spiel",
  "lesson.euclid.text":
    "Die Zahlen sind 4 und 17, und du beginnst. Zieh 4 von 17 ab, einmal oder mehrmals. Was lässt deinem Gegner keine Wahl und dir den letzten Zug?",
  "lesson.euclid.done":
    "Wer die Wahl hat, bestimmt, wer sie als Nächstes hat: Lass zwei Zahlen, deren Verhältnis unter dem goldenen liegt, 1,618.",

  "lesson.pass.title": "Einmal passen",
  "lesson.pass.text":
    "Es ist Nim, und einer von euch darf passen, ein einziges Mal. Du beginnst mit 1, 2 und 3: Wie groß ist die Nim-Summe, und wer möchte hier lieber nicht ziehen?",
  "lesson.pass.done":
    "Haufen mit Nim-Summe 0 sind schlecht für den, der ziehen muss. Also passe, dann muss dein Gegner.",

  "lesson.points.title": "Mit den Nachbarn",
  "lesson.points.text":
    "Fünf Punkte in einer Reihe, und du beginnst. Wer einen Punkt nimmt, nimmt auch seine Nachbarn. Kannst du zwei gleiche Hälften lassen?",
  "lesson.points.done":
    "Lass zwei gleiche Teile, die einander nicht berühren, und mach jeden Zug im anderen nach.",

  "lesson.tree.title": "Äste schneiden",
  "lesson.tree.text":
    "Ein kleiner Baum und ein Stiel aus zwei Stücken, und du beginnst. Schneide einen Ast durch; was nicht mehr mit dem Boden verbunden ist, fällt. Wo Äste zusammenkommen, zählt die Nim-Summe ihrer Längen, und der Stamm darunter zählt eins dazu. Mach den Baum so viel wert wie den Stiel.",
  "lesson.tree.done":
    "Ein Stamm mit einem Ast ist ein Stiel aus zwei Stücken: gleiche Stiele, und du machst jeden Zug nach. Äste zählen nach ihrer Nim-Summe; das ist das Doppelpunkt-Prinzip.",

  "lesson.dominoes.title": "Dominosteine",
  "lesson.dominoes.text":
    "Zwei Reihen zu vier Feldern, und dein Gegner beginnt. Denk dir einen Punkt in der Mitte des Bretts: Was er auch legt, dreh das Brett halb herum.",
  "lesson.dominoes.done":
    "Der gedrehte Platz ist immer frei, also hast du immer eine Antwort: Symmetrie ist eine Strategie.",

  "lesson.hundred.title": "Die Hundert",
  "lesson.hundred.text":
    "Die Summe ist 60, und du beginnst: Zähl 1 bis 10 dazu; wer 100 erreicht, gewinnt. Geh von 100 zurück: Bei welcher Summe kommt dein Gegner nicht hin, was er auch dazuzählt? Und davor?",
  "lesson.hundred.done":
    "89, 78 und 67: jedes Mal elf weniger, und zu elf lässt sich immer ergänzen. Es ist das Zählen bis 21 mit längeren Schritten.",

  "lesson.left.title": "Was übrig bleibt",
  "lesson.left.text":
    "Haufen mit 5 und 7, und ein Zug nimmt 1, 2 oder 3 aus einem davon. Du beginnst. Zu vier lässt sich immer ergänzen, Vierergruppen zählen also nicht: Was bleibt von jedem Haufen übrig?",
  "lesson.left.done":
    "Es zählt nur, was nach Vierergruppen übrig bleibt, und das ist Nim: Lass gleiche Reste.",

  "lesson.nearly.title": "Fast gleich viele aus beiden",
  "lesson.nearly.text":
    "Haufen mit 3 und 6, und du beginnst. Nimm aus einem Haufen oder aus beiden; die beiden Zahlen dürfen sich jetzt um eins unterscheiden. Haufen mit 1 und 3 sind für den verloren, der ziehen muss: Kannst du sie lassen, oder das nächste solche Paar?",
  "lesson.nearly.done":
    "1 und 3, 2 und 6, 4 und 8: In Wythoffs Spiel wächst der Unterschied verlorener Paare um eins, hier um zwei.",

  "lesson.moore.title": "Zwei Haufen auf einmal",
  "lesson.moore.text":
    "Haufen mit 2, 3 und 4, und du beginnst. Ein Zug darf aus einem oder aus zwei Haufen nehmen, aus jedem beliebig viele. Einen Haufen gewinnt man, indem man ihn nimmt, zwei, indem man sie gleich macht: und drei?",
  "lesson.moore.done":
    "Bei Zügen in bis zu zwei Haufen sind drei gleiche Haufen für den verloren, der ziehen muss: Was dann übersteht, gleichst du wieder an. Im Zweiersystem hat jede Spalte ein Vielfaches von drei Einsen.",

  "lesson.greedy.title": "Nur vom größten",
  "lesson.greedy.text":
    "Haufen mit 2, 4, 4 und 5, und du beginnst. Nur ein Haufen der größten Größe darf angerührt werden. Sind es zwei größte, muss dein Gegner dir einen lassen: Wie viele größte Haufen möchtest du lassen?",
  "lesson.greedy.done":
    "Zähl die größten Haufen: Eine gerade Zahl davon ist für den verloren, der ziehen muss. Auf sonst nichts kommt es an.",

  "lesson.lasker.title": "Nehmen oder teilen",
  "lesson.lasker.text":
    "Haufen mit 1, 2 und 3, und du beginnst. Im Nim wären sie verloren. Hier darfst du, statt zu nehmen, einen Haufen in zwei teilen: Kannst du Haufen lassen, die Paare bilden?",
  "lesson.lasker.done":
    "1, 2, 1 und 2: Jeder Zug lässt sich nachmachen, auch eine Teilung. Wo man teilen darf, haben Haufen mit 3 und mit 4 in der Nim-Summe die Rollen getauscht.",

  "lesson.grundy.title": "Ungleiche Hälften",
  "lesson.grundy.text":
    "Ein Haufen mit 8, und du beginnst. Ein Zug teilt einen Haufen in zwei verschieden große Teile; wer nicht mehr teilen kann, hat verloren. Haufen mit 1 und 2 sind fertig. Welche der drei Teilungen lässt deinem Gegner nichts Gutes?",
  "lesson.grundy.done":
    "Haufen mit 1, 2, 4 und 7 sind für den verloren, der sie teilen muss, auch 1 und 7 zusammen. Eine Regel für alle Größen kennt niemand.",

  "lesson.candy.title": "Gewinnen und mehr naschen",
  "lesson.candy.text":
    "Bonbons in Haufen mit 4, 5 und 6, und du beginnst. Wer das letzte nimmt, gewinnt wie im Nim; aber alle behalten, was sie genommen haben. Drei Züge halten den Gewinn: Welcher bringt die meisten Bonbons?",
  "lesson.candy.done":
    "Erst der Gewinn, dann die Bonbons: Nimm unter den Zügen, die Nim-Summe 0 lassen, den größten.",

  "lesson.building.title": "Bauen, dann spielen",
  "lesson.building.text":
    "Zwei leere Stapel und vier Klötze, die ihr einzeln auflegt; danach spielt ihr mit den Stapeln Nim. Dein Gegner beginnt. Mit welchen Stapeln soll er dann anfangen müssen?",
  "lesson.building.done":
    "Was er auch legt, leg das Gleiche daneben: Am Ende sind die Stapel gleich, und im Nim machst du nach.",

  "lesson.fibonacci.title": "Höchstens doppelt so viele",
  "lesson.fibonacci.text":
    "Ein Haufen mit 11, und du beginnst. Nach dem ersten Zug, der nicht alles nehmen darf, nimmt jeder höchstens doppelt so viele wie der Zug davor. Schreib 11 als Fibonacci-Zahlen: 8 und 3. Was geschieht, wenn du den kleinsten Teil nimmst?",
  "lesson.fibonacci.done":
    "Nimm den kleinsten Teil: Der nächste ist mehr als doppelt so groß, also kann dein Gegner ihn nicht ganz nehmen, du aber vollenden. Ein Haufen, der selbst eine Fibonacci-Zahl ist, ist verloren.",

  "lesson.kayles.title": "Die Mitte umwerfen",
  "lesson.kayles.text":
    "Sieben Kegel in einer Reihe, und du beginnst. Ein Wurf fällt einen Kegel oder zwei Nachbarn. Kannst du zwei gleiche Reihen lassen?",
  "lesson.kayles.done":
    "Der mittlere lässt zwei gleiche Reihen, und jeder Wurf lässt sich in der anderen nachmachen. Bei gerader Zahl nimm die beiden mittleren.",

  "lesson.ring.title": "Quer durch den Ring",
  "lesson.ring.text":
    "Sechs Perlen im Ring, und dein Gegner beginnt und nimmt eine oder zwei benachbarte. Sieh den Ring von der Mitte aus: Was liegt gegenüber?",
  "lesson.ring.done":
    "Nimm nach dem ersten Zug so, dass der Rest in zwei gleiche Reihen zerfällt; von da an mach nach. Bei einem ganzen Ring geht das immer.",

  "lesson.stacks.title": "Gegenüberliegende Stapel",
  "lesson.stacks.text":
    "Vier Stapel im Kreis: 3, 2, 1 und 4. Du beginnst. Ein Zug nimmt von einem Stapel oder von zwei benachbarten. Von welchen Stapeln nimmt man nie zugleich?",
  "lesson.stacks.done":
    "Von gegenüberliegenden: Mach beide Paare gleich. Kein Zug berührt zwei, die sich gegenüberliegen, also hat jeder seine Antwort.",

  "lesson.grid.title": "Die Mitte des Bretts",
  "lesson.grid.text":
    "Neun Murmeln im Quadrat, und du beginnst: Nimm eine, oder Nachbarn in einer geraden Linie. Nach welchem ersten Zug hat jeder andere Zug einen Zwilling?",
  "lesson.grid.done":
    "Nimm die Mitte, allein oder mit ihrer Reihe: Was bleibt, liegt paarweise um die Mitte, und du machst jeden Zug gegenüber nach.",

  "lesson.chomp.title": "Schokolade",
  "lesson.chomp.text":
    "Ein Quadrat Schokolade, und du beginnst: Wer abbeißt, nimmt das Stück und alles darunter und rechts davon. Das grüne Stück verliert. Welcher Biss lässt zwei gleich lange Arme?",
  "lesson.chomp.done":
    "Beiß schräg neben dem grünen Stück ab: Es bleiben zwei gleiche Arme, und was von einem abgebissen wird, beißt du vom anderen ab.",

  "lesson.crosses.title": "Nur Kreuze",
  "lesson.crosses.text":
    "Beide setzen Kreuze auf ein Brett, und wer drei in einer Reihe macht, verliert. Du beginnst. Welches Feld hat keinen Zwilling?",
  "lesson.crosses.done":
    "Die Mitte: Antworte danach auf jedes Kreuz einen Springerzug weit davon, und die Reihe bleibt deinem Gegner.",

  "lesson.bridge.title": "Die Brücke kappen",
  "lesson.bridge.text":
    "Zwei verbundene Nadeln, jede mit zwei weiteren, und du beginnst: Nimm eine Nadel, oder zwei verbundene. Was lässt du, wenn du die Brücke in der Mitte nimmst?",
  "lesson.bridge.done":
    "Vier einzelne Nadeln: eine gerade Zahl, und jeder Zug nimmt genau eine. Einen Graphen in Teile zu schneiden, die Paare bilden, hilft überall.",

  "lesson.above.title": "Alles darüber",
  "lesson.above.text":
    "Zwei Ketten aus zwei Perlen und eine Perle über beiden. Du beginnst: Eine Perle geht mit allen, die über ihr liegen. Was macht beide Seiten gleich?",
  "lesson.above.done": "Nimm die oberste Perle: Es bleiben zwei gleiche Ketten, also gleiche Haufen im Nim.",
};
