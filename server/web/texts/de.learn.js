// German: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "Der Kurs",
  "learn.nim": "Nim, Schritt für Schritt",
  "learn.progress": "{n} von {all} Lektionen gewonnen",
  "learn.done": "gewonnen",
  "learn.begin": "Du beginnst.",
  "learn.waiting": "Der Bot denkt nach …",
  "learn.turn": "Der Bot zog: {move}. Du bist am Zug.",
  "learn.threw": "Das verspielt den Gewinn. Nimm den Zug zurück und sieh noch einmal hin.",
  "learn.lost": "Diesmal hat der Bot gewonnen.",
  "learn.won": "Du hast gewonnen.",
  "learn.takeBack": "Zurücknehmen",
  "learn.next": "Nächste Lektion",
  "learn.again": "Von vorn",
  "learn.end": "Gegen jemanden spielen",

  "lesson.free.title": "Freies Spiel",
  "lesson.free.text":
    "Eine kleine Partie gegen den Bot, ohne Uhr und, wenn diese Seite hier schon einmal geöffnet war, ohne Netz. Der Bot übersieht keinen Gewinn: Weißt du, wann du besser selbst beginnst?",
  "lesson.free.done": "Der Bot übersieht keinen Gewinn, also war jeder deiner Züge richtig.",
  "free.new": "Eine neue Partie:",
  "free.misere": "Misère-{game}",
  "free.second": "Den Bot beginnen lassen",
  "free.first": "Selbst beginnen",

  "lesson.one.title": "Ein Haufen",
  "lesson.one.text":
    "Wer den letzten Zug macht, gewinnt. Bei einem einzigen Haufen ist das leicht: Wie viele Steine nimmst du?",
  "lesson.one.done": "Einen einzelnen Haufen gewinnt, wer am Zug ist: Nimm ihn ganz.",

  "lesson.equal.title": "Zwei gleiche Haufen",
  "lesson.equal.text":
    "Zwei gleiche Haufen, und der Bot beginnt. Was er auch von einem nimmt: Wie machst du die Haufen wieder gleich?",
  "lesson.equal.done":
    "Bei gleichen Haufen verliert, wer am Zug ist: Jeder Zug lässt sich nachmachen, der letzte gehört also dir.",

  "lesson.unequal.title": "Zwei Haufen",
  "lesson.unequal.text": "Jetzt sind die Haufen verschieden, und du beginnst. Was möchtest du übrig lassen?",
  "lesson.unequal.done": "Gleiche die Haufen an, und mach dann jeden Zug nach.",

  "lesson.pairs.title": "Drei Haufen",
  "lesson.pairs.text":
    "Haufen mit 1, 2 und 3 Steinen, und der Bot beginnt. Schreib jeden Haufen im Zweiersystem, wie in der Zeichnung: Jede Spalte hat eine gerade Anzahl von Einsen. Jeder Zug macht eine Spalte ungerade; deine Antwort macht alle wieder gerade.",
  "lesson.pairs.done":
    "Das ist wieder Nachmachen, Spalte für Spalte: Sind alle Spalten gerade, verliert, wer am Zug ist.",

  "lesson.sum.title": "Die Nim-Summe",
  "lesson.sum.text":
    "Haufen mit 3, 4 und 5, und du beginnst. Die Zeichnung unter dem Brett zeigt, welche Spalten ungerade sind. Nur ein Zug macht alle gerade: Welcher Haufen hat in der höchsten ungeraden Spalte eine Eins?",
  "lesson.sum.done": "Du hast Boutons Satz von 1901 gefunden: Hinterlass immer die Nim-Summe 0.",

  "lesson.large.title": "Größere Zahlen",
  "lesson.large.text":
    "Vier Haufen und dieselbe Regel. Hier gewinnen drei verschiedene erste Züge. Lass dir Zeit: Such die höchste ungerade Spalte, wähl einen Haufen mit einer Eins darin, und kehr seine Ziffern in allen ungeraden Spalten um.",
  "lesson.large.done": "Solange der letzte Zug gewinnt, hat Nim keine Geheimnisse mehr vor dir.",

  "lesson.ones.title": "Wenn der letzte Zug verliert",
  "lesson.ones.text":
    "Im Misère-Spiel verliert, wer den letzten Zug macht. Denk an Haufen mit einem Stein: Davon solltest du eine ungerade Anzahl übrig lassen.",
  "lesson.ones.done":
    "Sind nur noch Haufen mit einem Stein da, ist alles umgekehrt: Lass eine ungerade Anzahl übrig.",

  "lesson.misere.title": "Misère-Nim",
  "lesson.misere.text":
    "Haufen mit 3, 4 und 5, und der letzte Zug verliert. Spiel genau wie zuvor: Mach alle Spalten gerade. Nur wenn nach deinem Zug bloß noch Haufen mit einem Stein da wären, lass eine ungerade Anzahl davon übrig.",
  "lesson.misere.done":
    "Das ist alles: Spiel wie zuvor, bis nur noch ein Haufen mehr als einen Stein hat, und lass dann eine ungerade Anzahl einzelner Steine liegen.",

  "lesson.count.title": "Bis 21 zählen",
  "lesson.count.text":
    "Reihum werden 1, 2 oder 3 dazugezählt, und wer 21 sagt, verliert. Der Bot beginnt. Du willst also 20 sagen, fünfmal vier: Kannst du jeden Schritt des Bots zu vier ergänzen?",
  "lesson.count.done":
    "Sag immer ein Vielfaches von vier: Dann bleibt eins mehr als ein solches übrig, und jeder Schritt hat seine Antwort. Auch das ist Nachmachen, nur anders.",

  "lesson.wythoff.title": "Wythoffs Spiel",
  "lesson.wythoff.text":
    "Haufen mit 4 und 5, und du beginnst. Nimm beliebig viele aus einem Haufen oder gleich viele aus beiden. Welche zwei kleinen Haufen lassen dem Bot keinen guten Zug?",
  "lesson.wythoff.done":
    "Bei Haufen mit 1 und 2 verliert, wer ziehen muss, ebenso bei 3 und 5 oder 4 und 7: Das sind die goldenen Paare.",

  "lesson.nimble.title": "Münzen auf dem Streifen",
  "lesson.nimble.text":
    "Münzen auf den Feldern 1, 2 und 6, und du beginnst: Zieh eine Münze beliebig weit nach links. Von Feld 6 aus kann sie ein bis sechs Schritte gehen. Woran erinnert dich das?",
  "lesson.nimble.done": "Jede Münze ist ein Haufen, so groß wie die Nummer ihres Feldes: Das ist Nim.",

  "lesson.heads.title": "Kopf und Zahl",
  "lesson.heads.text":
    "Auf den Plätzen 2, 3 und 5 liegt Kopf oben, und du beginnst. Wende eine Münze oder zwei; die rechte davon muss vorher Kopf zeigen. Lies jeden Kopf als Haufen, so groß wie die Nummer seines Platzes: Was würdest du beim Nim tun?",
  "lesson.heads.done":
    "Die Münzen auf Platz 5 und Platz 1 zu wenden heißt, vier aus einem Haufen mit fünf zu nehmen. Zweimal Kopf auf demselben Platz höbe sich auf wie zwei gleiche Haufen: Auch das ist Nim.",

  "lesson.staircase.title": "Die Treppe hinab",
  "lesson.staircase.text":
    "Münzen gehen pro Zug eine Stufe hinab; am Boden bleiben sie liegen. Du beginnst. Denk nur an die Stufen mit ungerader Nummer: Wie machst du sie gleich?",
  "lesson.staircase.done":
    "Nur die ungeraden Stufen zählen. Was von einer geraden herabkommt, schickst du gleich weiter, als wäre es nie gekommen.",

  "lesson.dollar.title": "Silberdollar",
  "lesson.dollar.text":
    "Münzen dürfen einander nicht überholen. Du beginnst. Achte auf die Lücken: die zwischen den beiden rechten Münzen und die vor der ersten.",
  "lesson.dollar.done":
    "Fass die Münzen von rechts her zu Paaren zusammen: Die Lücken in den Paaren sind Nim-Haufen.",

  "lesson.welter.title": "Welters Spiel",
  "lesson.welter.text":
    "Münzen auf den Feldern 2 und 7, und du beginnst. Eine Münze geht nach links auf ein beliebiges freies Feld und darf die andere überspringen. Teil den Streifen in Paare: 0 und 1, 2 und 3, 4 und 5, 6 und 7. Was lässt du übrig?",
  "lesson.welter.done":
    "Liegen beide Münzen auf einem solchen Paar von Feldern, verliert, wer ziehen muss: Auf jeden Zug, der sie trennt, gibt es eine Antwort, die sie wieder zusammenbringt.",

  "lesson.euclid.title": "Euklids Spiel",
  "lesson.euclid.text":
    "Die Zahlen sind 4 und 17, und du beginnst. Zieh 4 von 17 ab, einmal oder mehrmals. Was lässt dem Bot keine Wahl und dir den letzten Zug?",
  "lesson.euclid.done":
    "Wer die Wahl hat, bestimmt auch, wer sie als Nächstes hat: Hinterlass zwei verschiedene Zahlen, deren Verhältnis unter dem goldenen liegt, 1,618.",

  "lesson.pass.title": "Einmal aussetzen",
  "lesson.pass.text":
    "Das ist Nim, nur darf einmal in der Partie ausgesetzt werden, von dir oder vom Bot. Du beginnst mit 1, 2 und 3: Wie groß ist die Nim-Summe, und wer möchte hier lieber nicht ziehen?",
  "lesson.pass.done":
    "Bei der Nim-Summe 0 ist schlecht dran, wer ziehen muss. Also setz aus, dann muss der Bot.",

  "lesson.points.title": "Mit den Nachbarn",
  "lesson.points.text":
    "Fünf Punkte in einer Reihe, und du beginnst. Wer einen Punkt nimmt, nimmt auch seine Nachbarn. Kannst du zwei gleiche Hälften übrig lassen?",
  "lesson.points.done":
    "Hinterlass zwei gleiche Teile, die einander nicht berühren, und mach jeden Zug im anderen nach.",

  "lesson.tree.title": "Äste schneiden",
  "lesson.tree.text":
    "Ein kleiner Baum und ein Stiel aus zwei Stücken, und du beginnst. Schneide einen Ast durch; was nicht mehr mit dem Boden verbunden ist, fällt. Wo Äste zusammentreffen, zählt die Nim-Summe ihrer Längen, und das Stück Stamm darunter zählt eins dazu. Mach den Baum genauso viel wert wie den Stiel.",
  "lesson.tree.done":
    "Ein Stamm mit einem Ast ist ein Stiel aus zwei Stücken: Die Stiele sind gleich, und du machst jeden Zug nach. Äste zählen nach ihrer Nim-Summe; das ist das Doppelpunkt-Prinzip.",

  "lesson.dominoes.title": "Dominosteine",
  "lesson.dominoes.text":
    "Zwei Reihen zu vier Feldern, und der Bot beginnt. Denk dir einen Punkt in der Mitte des Bretts: Wohin er auch legt, dreh das Brett in Gedanken um 180 Grad.",
  "lesson.dominoes.done":
    "Der gedrehte Platz ist immer frei, also hast du immer eine Antwort: Auch Symmetrie ist eine Strategie.",

  "lesson.hundred.title": "Die Hundert",
  "lesson.hundred.text":
    "Die Summe ist 60, und du beginnst: Zähl 1 bis 10 dazu; wer 100 erreicht, gewinnt. Rechne von 100 zurück: Von welcher Summe aus kommt der Bot nie ganz hin, was er auch dazuzählt? Und welche liegt davor?",
  "lesson.hundred.done":
    "89, 78 und 67: jedes Mal elf weniger, und zu elf lässt sich immer ergänzen. Das ist das Zählen bis 21 mit größeren Schritten.",

  "lesson.left.title": "Was übrig bleibt",
  "lesson.left.text":
    "Haufen mit 5 und 7, und ein Zug nimmt 1, 2 oder 3 aus einem davon. Du beginnst. Zu vier lässt sich immer ergänzen, Vierergruppen zählen also nicht: Was bleibt von jedem Haufen übrig?",
  "lesson.left.done":
    "Es zählt nur, was neben den Vierergruppen übrig bleibt, und das ist Nim: Hinterlass gleiche Reste.",

  "lesson.nearly.title": "Fast gleich viele aus beiden",
  "lesson.nearly.text":
    "Haufen mit 3 und 6, und du beginnst. Nimm aus einem Haufen oder aus beiden; die beiden Anzahlen dürfen sich jetzt um eins unterscheiden. Bei Haufen mit 1 und 3 verliert, wer ziehen muss: Kannst du sie hinterlassen oder das nächste solche Paar?",
  "lesson.nearly.done":
    "1 und 3, 2 und 6, 4 und 10: In Wythoffs Spiel wächst der Unterschied von einem verlorenen Paar zum nächsten um eins, hier um zwei.",

  "lesson.moore.title": "Zwei Haufen auf einmal",
  "lesson.moore.text":
    "Haufen mit 2, 3 und 4, und du beginnst. Ein Zug darf aus einem oder aus zwei Haufen nehmen, aus jedem beliebig viele. Beim Nim hast du einen Haufen ganz genommen und zwei gleich gemacht: Was tust du hier mit dreien?",
  "lesson.moore.done":
    "Bei Zügen aus bis zu zwei Haufen verliert vor drei gleichen, wer ziehen muss: Was dann übersteht, gleichst du wieder an. Im Zweiersystem hat jede Spalte ein Vielfaches von drei Einsen.",

  "lesson.greedy.title": "Nur vom größten",
  "lesson.greedy.text":
    "Haufen mit 2, 4, 4 und 5, und du beginnst. Nur ein größter Haufen darf angerührt werden. Gibt es zwei größte, muss der Bot dir einen davon lassen: Wie viele größte Haufen möchtest du hinterlassen?",
  "lesson.greedy.done":
    "Zähl die größten Haufen: Ist ihre Anzahl gerade, verliert, wer ziehen muss. Auf sonst nichts kommt es an.",

  "lesson.lasker.title": "Nehmen oder teilen",
  "lesson.lasker.text":
    "Haufen mit 1, 2 und 3, und du beginnst. Beim Nim wären sie verloren. Hier darfst du einen Haufen auch in zwei teilen, statt zu nehmen: Kannst du Haufen hinterlassen, die Paare bilden?",
  "lesson.lasker.done":
    "1, 2, 1 und 2: Jeder Zug lässt sich nachmachen, auch eine Teilung. Wo man teilen darf, tauschen Haufen mit 3 und mit 4 in der Nim-Summe die Rollen.",

  "lesson.grundy.title": "Ungleiche Hälften",
  "lesson.grundy.text":
    "Ein Haufen mit 8, und du beginnst. Ein Zug teilt einen Haufen in zwei verschieden große Teile; wer nicht mehr teilen kann, hat verloren. Haufen mit 1 und 2 sind unteilbar. Nach welcher der drei Teilungen hat der Bot keinen guten Zug?",
  "lesson.grundy.done":
    "Einen Haufen mit 1, 2, 4 oder 7 verliert, wer ihn teilen muss, ebenso 1 und 7 zusammen. Eine Regel für alle Größen kennt niemand.",

  "lesson.candy.title": "Gewinnen und mehr naschen",
  "lesson.candy.text":
    "Bonbons in Haufen mit 4, 5 und 6, und du beginnst. Wer das letzte nimmt, gewinnt, wie beim Nim; aber alle behalten, was sie genommen haben. Bei drei Zügen behältst du den Gewinn: Welcher bringt die meisten Bonbons?",
  "lesson.candy.done":
    "Erst der Gewinn, dann die Bonbons: Nimm unter den Zügen, die die Nim-Summe 0 hinterlassen, den größten.",

  "lesson.building.title": "Bauen, dann spielen",
  "lesson.building.text":
    "Zwei leere Stapel und vier Klötze, die ihr abwechselnd auflegt; danach spielt ihr mit den Stapeln Nim. Der Bot beginnt. Mit welchen Stapeln soll er dann anfangen müssen?",
  "lesson.building.done":
    "Wohin er auch legt, leg einen Klotz daneben: Am Ende sind die Stapel gleich, und beim Nim machst du nach.",

  "lesson.fibonacci.title": "Höchstens doppelt so viele",
  "lesson.fibonacci.text":
    "Ein Haufen mit 11, und du beginnst. Der erste Zug darf nicht alles nehmen, jeder weitere höchstens doppelt so viele wie der Zug davor. Schreib 11 als Summe von Fibonacci-Zahlen: 8 und 3. Was geschieht, wenn du den kleinsten Teil nimmst?",
  "lesson.fibonacci.done":
    "Nimm den kleinsten Teil: Der nächste ist mehr als doppelt so groß. Der Bot kann ihn also nicht ganz nehmen, du aber den Rest davon. Ist der Haufen selbst eine Fibonacci-Zahl, ist er verloren.",

  "lesson.kayles.title": "Die Mitte umwerfen",
  "lesson.kayles.text":
    "Sieben Kegel in einer Reihe, und du beginnst. Ein Wurf fällt einen Kegel oder zwei benachbarte. Kannst du zwei gleiche Reihen stehen lassen?",
  "lesson.kayles.done":
    "Ohne den mittleren bleiben zwei gleiche Reihen, und jeder Wurf lässt sich in der anderen nachmachen. Bei gerader Anzahl wirf die beiden mittleren um.",

  "lesson.ring.title": "Quer durch den Ring",
  "lesson.ring.text":
    "Sechs Perlen im Ring. Der Bot beginnt und nimmt eine oder zwei benachbarte. Betrachte den Ring von der Mitte aus: Was liegt gegenüber?",
  "lesson.ring.done":
    "Nimm nach dem ersten Zug so, dass der Rest in zwei gleiche Reihen zerfällt, und mach dann alles nach. Bei einem ganzen Ring gelingt das immer, wenn man als Zweites zieht.",

  "lesson.stacks.title": "Gegenüberliegende Stapel",
  "lesson.stacks.text":
    "Vier Stapel im Kreis: 3, 2, 1 und 4. Du beginnst. Ein Zug nimmt von einem Stapel oder von zwei benachbarten. Von welchen Stapeln nimmt man nie zugleich?",
  "lesson.stacks.done":
    "Von gegenüberliegenden: Mach beide Paare gleich. Kein Zug berührt zwei gegenüberliegende, also hat jeder seine Antwort.",

  "lesson.grid.title": "Die Mitte des Bretts",
  "lesson.grid.text":
    "Neun Murmeln im Quadrat, und du beginnst: Nimm eine oder mehrere benachbarte in gerader Linie. Nach welchem ersten Zug hat jeder weitere Zug einen Zwilling?",
  "lesson.grid.done":
    "Nimm die Mitte, allein oder mit ihrer Reihe: Der Rest liegt paarweise um die Mitte herum, und du machst jeden Zug gegenüber nach.",

  "lesson.chomp.title": "Schokolade",
  "lesson.chomp.text":
    "Ein Quadrat Schokolade, und du beginnst: Wer abbeißt, nimmt das Stück und alles darunter und rechts davon. Das grüne Stück verliert. Welcher Biss lässt zwei gleich lange Arme?",
  "lesson.chomp.done":
    "Beiß schräg neben dem grünen Stück ab: Es bleiben zwei gleiche Arme, und was von einem abgebissen wird, beißt du vom anderen ab.",

  "lesson.crosses.title": "Nur Kreuze",
  "lesson.crosses.text":
    "Beide setzen Kreuze auf dasselbe Brett, und wer drei in einer Reihe macht, verliert. Du beginnst. Welches Feld hat keinen Zwilling?",
  "lesson.crosses.done":
    "Die Mitte: Antworte danach auf jedes Kreuz mit einem im Abstand eines Springerzugs, dann bleibt die Reihe dem Bot.",

  "lesson.bridge.title": "Die Brücke kappen",
  "lesson.bridge.text":
    "Zwei verbundene Punkte, jeder mit zwei weiteren verbunden, und du beginnst: Nimm einen Punkt oder zwei verbundene. Was bleibt übrig, wenn du die Brücke in der Mitte nimmst?",
  "lesson.bridge.done":
    "Vier einzelne Punkte: eine gerade Anzahl, und jeder Zug nimmt genau einen. Einen Graphen in Teile zu zerschneiden, die Paare bilden, hilft überall.",

  "lesson.above.title": "Alles darüber",
  "lesson.above.text":
    "Zwei Ketten aus je zwei Perlen und eine Perle über beiden. Du beginnst: Mit einer Perle gehen alle, die über ihr liegen. Wie machst du beide Seiten gleich?",
  "lesson.above.done":
    "Nimm die oberste Perle: Es bleiben zwei gleiche Ketten, also zwei gleiche Nim-Haufen.",
};
