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
};
