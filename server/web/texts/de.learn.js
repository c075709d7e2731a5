// German: the course.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "learn.course": "Der Kurs",
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
    "Ein kleiner Baum und ein Stiel aus zwei Kanten, und du beginnst. Schneide eine Kante durch; was nicht mehr am Boden hängt, fällt. Wo Äste zusammenkommen, zählt die Nim-Summe ihrer Längen, und der Stamm darunter zählt eins dazu. Mach den Baum so viel wert wie den Stiel.",
  "lesson.tree.done":
    "Ein Stamm mit einem Ast ist ein Stiel aus zwei Kanten: gleiche Stiele, und du machst jeden Zug nach. Äste zählen nach ihrer Nim-Summe; das ist das Doppelpunkt-Prinzip.",

  "lesson.dominoes.title": "Dominosteine",
  "lesson.dominoes.text":
    "Zwei Reihen zu vier Feldern, und dein Gegner beginnt. Denk dir einen Punkt in der Mitte des Bretts: Was er auch legt, dreh das Brett halb herum.",
  "lesson.dominoes.done":
    "Der gedrehte Platz ist immer frei, also hast du immer eine Antwort: Symmetrie ist eine Strategie.",
};
