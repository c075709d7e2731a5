// German: looking at games, why positions are won or lost.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "step.label": "Züge durchgehen",
  "step.first": "Zum Anfang",
  "step.back": "Einen Zug zurück",
  "step.on": "Einen Zug weiter",
  "step.last": "Zum Ende",
  "step.where": "{n} / {last}",
  "step.end": "Ende",

  "review.waiting": "Die Partie wird analysiert …",
  "review.later": "Die zweite Partie vom selben Anfang läuft noch; danach kann diese hier analysiert werden.",
  "review.secret": "Es läuft eine gewertete Partie mit so einer Stellung: Komm wieder, wenn sie zu Ende ist.",
  "review.none": "Diese Partie kann gerade nicht analysiert werden.",
  "review.mistake": "Nächster Fehler",
  "review.firstMistake": "Erster Fehler",
  "review.share": "Partie teilen",
  "review.copy": "Notation kopieren",
  "review.pose": "Als Aufgabe",
  "review.analyse": "Ab hier analysieren",
  "review.accuracy": "Genauigkeit",
  "review.what": "Eine Entscheidung ist eine Stellung, in der ein Zug gewinnt und ein anderer verliert.",
  "review.wins": { one: "Der Gewinnzug:", other: "{n} Gewinnzüge:" },
  "review.safe": { one: "Der sichere Zug:", other: "{n} sichere Züge:" },
  "review.answer.others": "Nach diesem Zug gewinnt {name} so: {move}",
  "review.answer.ofMine": "Nach deinem Zug gewinnt {name} so: {move}",
  "review.answer.byMe": "Nach diesem Zug gewinnst du so: {move}",
  "review.more": "und {n} weitere",
  "review.someWin": "Die Gewinnzüge wurden nicht aufgelistet.",

  "analysis.title": "Analyse",
  "analysis.variant": "Spiel",
  "analysis.preset": "Anfang",
  "analysis.notation": "Partie in Notation",
  "analysis.show": "Zeigen",
  "analysis.first": "Die beginnende Seite",
  "analysis.second": "Die nachziehende Seite",
  "analysis.player": "Nummer {n}",
  "analysis.moves": "Was jeder Zug wert ist",
  "analysis.star": "*n: Was übrig bleibt, zählt wie ein Nim-Haufen mit n.",
  "analysis.tooMany": "Es sind zu viele Züge, um jeden zu analysieren.",
  "error.alone":
    "Ohne Netz kennt die Seite nur kleine Stellungen: Wähle oben eine oder gib Haufen ein, etwa „nim 3,5,7“.",
  "analysis.noMove": "Es gibt keinen Zug.",
  "analysis.over": "Die Partie ist zu Ende: Es gibt keinen Zug mehr.",
  "analysis.playOn": "Ab hier weiterspielen",
  "analysis.asFirst": "Gegen den Bot beginnen",
  "analysis.asSecond": "Den Bot beginnen lassen",
  "analysis.share": "Teilen",
  "worth.wins": "gewinnt",
  "worth.loses": "verliert",
  "worth.unknown": "nicht bewiesen",
  "worth.safe": "sicher",
  "worth.unsafe": "nicht sicher",

  "verdict.N": "{name} ist am Zug und kann den Gewinn erzwingen.",
  "verdict.N.mine": "Du bist am Zug und kannst den Gewinn erzwingen.",
  "verdict.P": "{name} ist am Zug und verliert bei bestem Gegenspiel.",
  "verdict.P.mine": "Du bist am Zug und verlierst bei bestem Gegenspiel.",
  "verdict.unknown": "Wer hier gewinnt, ist nicht bewiesen.",
  "verdict.survives": "{name} ist am Zug und kann sicher überleben.",
  "verdict.survives.mine": "Du bist am Zug und kannst sicher überleben.",
  "verdict.mayLose": "{name} ist am Zug und kann nicht sicher überleben.",
  "verdict.mayLose.mine": "Du bist am Zug und kannst nicht sicher überleben.",
  "verdict.over": "Es gibt keinen Zug mehr. Geh zurück, um zu sehen, wo sich die Partie entschied.",
  "verdict.overFlawless": "Es gibt keinen Zug mehr, und kein Gewinn wurde verspielt.",
  "verdict.overNever": "Es gibt keinen Zug mehr. Du hattest nie die Chance: Kein Gewinn wurde verspielt.",
  "source.formula": "Durch eine Formel bewiesen.",
  "source.table": "Durch eine Tabelle bewiesen.",
  "source.search": "Durch Suche bewiesen.",
  "source.nonconstructive": "Durch ein Argument, das keinen Zug nennt.",

  "mark.kept": "Das hielt den Gewinn.",
  "mark.threw": "Das verspielte den Gewinn.",
  "mark.safe": "Hier gewinnt jeder Zug.",
  "mark.lost": "Hier verliert jeder Zug.",
  "mark.unknown": "Was das bewirkte, ist nicht bewiesen.",
  "mark.kept.several": "Das war sicher.",
  "mark.threw.several": "Damit war die Sicherheit dahin.",
  "mark.safe.several": "Hier ist jeder Zug sicher.",
  "mark.lost.several": "Hier ist kein Zug sicher.",
  "sign.kept": "hielt den Gewinn",
  "sign.threw": "verspielte ihn",
  "sign.safe": "jeder Zug gewann",
  "sign.lost": "jeder Zug verlor",
  "sign.unknown": "nicht bewiesen",
  "sign.kept.several": "war sicher",
  "sign.threw.several": "gab die Sicherheit her",
  "sign.safe.several": "jeder Zug war sicher",
  "sign.lost.several": "kein Zug war sicher",

  "figure.label": "Zeichnung der Begründung",
  "figure.digits": "Die Zahlen im Zweiersystem",
  "figure.mirror": "Gleiche Zahlen beantworten einander; was angekreuzt ist, wird zuerst genommen.",
  "figure.here": "Auf dem Brett",
  "figure.golden": "Goldenes Paar Nr. {number}",
  "figure.part": "Teil",
  "figure.product": "Produkt",
  "figure.long": "Lang",
  "figure.short": "Kurz",
  "figure.groups": "{left} in Gruppen zu {modulus}, Rest {n}",
  "why.numbers": "In Zahlen",

  "why.nothing": "Kein Zug ist mehr möglich: Wer am Zug ist, hat verloren.",
  "why.nothingMisere": "Kein Zug ist mehr möglich: Wer den letzten gemacht hat, hat verloren.",
  "why.lastHeap": {
    one: "Nimm ihn: Das ist der letzte Zug.",
    other: "Nimm alle {n}: Das ist der letzte Zug.",
  },
  "why.onesOnly":
    "Alles, was übrig ist, ist 1 oder nichts wert. Da der letzte Zug verliert, gewinnt, wer eine ungerade Anzahl von Einsen hinterlässt.",
  "why.oneHeap": "Ein Haufen ist übrig. Da der letzte Zug verliert, lass einen Stein davon liegen.",
  "why.heaps.N":
    "Die Nim-Summe der Haufen ist {sum}, nicht 0: Mindestens eine Spalte der Binärziffern hat eine ungerade Anzahl von Einsen. Ein Gewinnzug macht alle Spalten gerade.",
  "why.heaps.P":
    "Die Nim-Summe ist 0: Jede Spalte der Binärziffern hat eine gerade Anzahl von Einsen. Jeder Zug macht eine Spalte ungerade, und die Antwort macht alle wieder gerade.",
  "why.heaps.misere.P":
    "Die Nim-Summe ist 0: Jede Spalte der Binärziffern hat eine gerade Anzahl von Einsen. Jeder Zug macht eine Spalte ungerade, und die Antwort macht alle wieder gerade, bis sie nur noch Haufen mit einem Stein übrig ließe: Dann lässt sie eine ungerade Anzahl davon übrig.",
  "why.values.N":
    "Die Werte der Teile haben die Nim-Summe {sum}, nicht 0. Ein Gewinnzug macht alle Spalten der Binärziffern gerade.",
  "why.values.P":
    "Die Werte der Teile haben die Nim-Summe 0: Jeder Zug macht das zunichte, und die Antwort stellt es wieder her.",
  "why.values.misere.N":
    "Die Werte der Teile haben die Nim-Summe {sum}, nicht 0. Ein Gewinnzug hinterlässt die Nim-Summe 0 oder in manchen Stellungen 1, da der letzte Zug verliert.",
  "why.values.misere.P":
    "Die Werte der Teile haben die Nim-Summe 0: Jeder Zug macht das zunichte, und die Antwort stellt es wieder her oder hinterlässt in manchen Stellungen 1, da der letzte Zug verliert.",
  "why.value.N": "Der Wert ist {sum}, nicht 0: Ein Zug führt zum Wert 0.",
  "why.value.P": "Der Wert ist 0: Kein Zug führt zum Wert 0.",
  "why.copy.N":
    "{move}: Das hinterlässt gleiche Reihen in Paaren. Ahme dann jeden Zug in der Partnerreihe nach.",
  "why.copy.P": "Die Reihen sind paarweise gleich: Jeder Zug wird in der Partnerreihe nachgeahmt.",
  "why.ones": {
    one: "Nur ein Haufen mit einem Stein ist übrig. Da der letzte Zug verliert, gewinnt, wer eine ungerade Anzahl solcher Haufen hinterlässt.",
    other:
      "Nur Haufen mit einem Stein sind übrig, {n} an der Zahl. Da der letzte Zug verliert, gewinnt, wer eine ungerade Anzahl davon hinterlässt.",
  },
  "why.oneLarger": {
    one: "Neben einem Haufen mit einem Stein ist ein größerer übrig. Da der letzte Zug verliert: Verkleinere den größeren auf 0 oder 1, sodass eine ungerade Anzahl einzelner Steine bleibt.",
    other:
      "Neben {n} Haufen mit einem Stein ist ein größerer übrig. Da der letzte Zug verliert: Verkleinere den größeren auf 0 oder 1, sodass eine ungerade Anzahl einzelner Steine bleibt.",
  },
  "why.golden.N":
    "{a} und {b} sind kein goldenes Paar; das mit derselben Differenz ist {low} und {high}. Ein Gewinnzug hinterlässt ein goldenes Paar.",
  "why.golden.P":
    "{low} und {high} sind das goldene Paar Nr. {number}: Kein Zug führt von einem goldenen Paar zu einem anderen, und aus jeder anderen Stellung führt einer zu einem.",
  "why.tallest.N": {
    one: "Ein einziger Haufen, mit {size}, ist der größte: Wer eine ungerade Anzahl größter Haufen vor sich hat, gewinnt, und eins ist ungerade.",
    other:
      "Die größten Haufen sind {n} mit je {size}, eine ungerade Anzahl: Wer eine ungerade Anzahl größter Haufen vor sich hat, gewinnt.",
  },
  "why.tallest.P":
    "Die größten Haufen sind {n} mit je {size}, eine gerade Anzahl: Wer eine gerade Anzahl größter Haufen vor sich hat, verliert.",
  "why.columns.N":
    "In mindestens einer Spalte der Binärziffern ist die Anzahl der Einsen kein Vielfaches von {modulus}. Ein Gewinnzug macht sie in allen Spalten dazu.",
  "why.columns.P":
    "In jeder Spalte der Binärziffern ist die Anzahl der Einsen ein Vielfaches von {modulus}. Jeder Zug macht das zunichte, und die Antwort stellt es wieder her.",
  "why.columnsOnes":
    "Hier zählen nur Einsen. Da der letzte Zug verliert, gewinnt, wer eine mehr als ein Vielfaches von {modulus} hinterlässt.",
  "why.zeckendorf.N":
    "{heap} = {row}, eine Summe von Fibonacci-Zahlen. Nimm {take}: Danach sind höchstens {twice} erlaubt, weniger als der nächste Teil, {next}.",
  "why.zeckendorf.all": "Die Grenze von {limit} erlaubt, alles zu nehmen.",
  "why.zeckendorf.P":
    "{heap} = {row}, eine Summe von Fibonacci-Zahlen. Der kleinste Teil, {part}, liegt über der Grenze von {limit}.",
  "why.zeckendorfMisere.N":
    "Ohne den letzten Kern, den niemand will, ist {heap} = {row}. Nimm {take}: Danach sind höchstens {twice} erlaubt, weniger als der nächste Teil, {next}.",
  "why.zeckendorfMisere.all": "Nimm {take}: Nur der letzte Kern, den niemand will, bleibt übrig.",
  "why.zeckendorfMisere.P":
    "Ohne den letzten Kern, den niemand will, ist {heap} = {row}. Der kleinste Teil, {part}, liegt über der Grenze von {limit}.",
  "why.oddMine":
    "Insgesamt sind es {total} Klötze, eine ungerade Anzahl, also ist die Nim-Summe nie 0. Wer jetzt am Zug ist, beginnt auch mit dem Nehmen und gewinnt.",
  "why.oddOther": {
    one: "Es ist insgesamt ein Klotz, also ist die Nim-Summe nie 0. Wer jetzt nicht am Zug ist, beginnt mit dem Nehmen und gewinnt.",
    other:
      "Insgesamt sind es {n} Klötze, eine ungerade Anzahl, also ist die Nim-Summe nie 0. Wer jetzt nicht am Zug ist, beginnt mit dem Nehmen und gewinnt.",
  },
  "why.paired":
    "Die Stapel sind paarweise gleich: Jeder Klotz wird mit einem auf dem Partnerstapel beantwortet.",
  "why.pairing": "Ein Klotz auf einem Stapel mit {size} macht alle Stapel paarweise gleich.",
  "why.unmatchedMine":
    "Der höchste Stapel hat eine Binärziffer, an die kein anderer heranreicht; die Nim-Summe wird also nicht 0. Wer jetzt am Zug ist, beginnt auch mit dem Nehmen und gewinnt.",
  "why.unmatchedOther":
    "Der höchste Stapel hat eine Binärziffer, an die kein anderer heranreicht; die Nim-Summe wird also nicht 0. Wer jetzt nicht am Zug ist, beginnt mit dem Nehmen und gewinnt.",
  "why.circle.all": "Ein Zug erreicht alle Stapel: Zusammen sind sie ein einziger Haufen.",
  "why.circle.equal": "Wer gewinnt, hinterlässt alle Stapel gleich hoch.",
  "why.circle.opposite": "Wer gewinnt, hinterlässt gegenüberliegende Stapel gleich hoch.",
  "why.circle.five2":
    "Wer gewinnt, hinterlässt einen höchsten Stapel M, auf den reihum b, c, d, b folgen, sodass M + b = c + d.",
  "why.circle.five3":
    "Wer gewinnt, hinterlässt einen leeren Stapel mit x, a, b, x darum herum, sodass x = a + b.",
  "why.circle.six3": "Wer gewinnt, hinterlässt je zwei Nachbarn zusammen so hoch wie die beiden gegenüber.",
  "why.circle.six4":
    "Wer gewinnt, hinterlässt je zwei Nachbarn zusammen so hoch wie die beiden gegenüber, und einen niedrigsten Stapel, der mit den beiden übernächsten die Nim-Summe 0 hat.",
  "why.reached": "Das Ziel ist erreicht.",
  "why.survives": "{left} sind übrig. Es gibt einen sicheren Schritt, was die anderen auch tun.",
  "why.mayLose": {
    one: "Eins ist übrig: Wer am Zug ist, muss das Ziel sagen.",
    other:
      "{n} sind übrig. Was jetzt auch gesagt wird: Alle anderen zusammen können erzwingen, dass das Ziel sagen muss, wer jetzt am Zug ist.",
  },
  "why.remainder.N":
    "{left} sind übrig. Hinterlass {wanted} mehr als ein Vielfaches von {modulus}: Dann lässt sich jeder Schritt zu {modulus} ergänzen.",
  "why.remainder.P": {
    one: "Eins ist übrig: Der nächste Schritt ist der letzte und verliert.",
    other:
      "{n} sind übrig, {wanted} mehr als ein Vielfaches von {modulus}: Jeder Schritt lässt sich zu {modulus} ergänzen.",
  },
  "why.multiple.N": {
    one: "Eins ist übrig: Der nächste Schritt ist der letzte und gewinnt.",
    other:
      "{n} sind übrig. Hinterlass ein Vielfaches von {modulus}: Dann lässt sich jeder Schritt zu {modulus} ergänzen.",
  },
  "why.multiple.P":
    "{left} sind übrig, ein Vielfaches von {modulus}: Jeder Schritt lässt sich zu {modulus} ergänzen.",
  "why.tame":
    "Die Teile haben die Werte {values} mit der Nim-Summe {sum}. Da der letzte Zug verliert, verliert hier, wer bei der Nim-Summe {lost} am Zug ist.",
  "why.quotient.N":
    "Jeder Teil zählt wie ein Buchstabe, und Buchstaben werden nach festen Regeln multipliziert (Misère-Quotient). Bei einigen Produkten verliert, wer am Zug ist: {product} gehört nicht dazu.",
  "why.quotient.P":
    "Jeder Teil zählt wie ein Buchstabe, und Buchstaben werden nach festen Regeln multipliziert (Misère-Quotient). Bei einigen Produkten verliert, wer am Zug ist: {product} ist eines davon.",
  "why.mirror.N":
    "Ein Zug macht die Stellung zu ihrem eigenen Spiegelbild; beantworte danach jeden Zug mit dem gegenüberliegenden.",
  "why.mirror.P": "Jeder Zug lässt sich mit seinem Spiegelbild beantworten.",
  "why.mirror.circle":
    "Der Kreis ist voll und nicht auf einmal zu nehmen: Wer als Zweites zieht, nimmt dann die Mitte der übrigen Reihe und spiegelt jeden weiteren Zug.",
  "why.mirror.square":
    "Die Tafel ist quadratisch: Lass nur die erste Reihe und die erste Spalte übrig, und spiegle dann jeden Biss.",
  "why.twoRows":
    "Bei zwei Reihen verliert, wer am Zug ist, wenn die zweite um eins kürzer ist; hier haben sie {long} und {short}.",
  "why.arms":
    "Neben dem grünen Stück sind nur noch zwei Arme übrig, von {long} und {short}: Bei gleichen Armen verliert, wer am Zug ist.",
  "why.lastMove": "Ein Zug nimmt alles und gewinnt.",
  "why.stolenBar":
    "Die Tafel ist ein ganzes Rechteck: Gewinnt es nicht, das letzte Stück abzubeißen, so gewinnt die Antwort darauf, und die hätte der erste Biss sein können. Also gibt es einen Gewinnzug, nur sagt das nicht, welchen.",
  "why.stolen":
    "Eine Perle liegt über allen anderen: Gewinnt es nicht, sie zu entfernen, so gewinnt die Antwort darauf, und die hätte der erste Zug sein können. Also gibt es einen Gewinnzug, nur sagt das nicht, welchen.",
  "why.searched.N": {
    one: "Ein Gewinnzug wurde durch Suche gefunden; eine Stellung wurde geprüft.",
    other: "Ein Gewinnzug wurde durch Suche gefunden; {n} Stellungen wurden geprüft.",
  },
  "why.searched.P": {
    one: "Jeder Zug verliert: Eine Stellung wurde geprüft.",
    other: "Jeder Zug verliert: {n} Stellungen wurden geprüft.",
  },
  "why.known.N": "Ein Gewinnzug wurde durch Suche gefunden.",
  "why.known.P": "Die Suche zeigt, dass jeder Zug verliert.",
  "why.undecided": "Die Suche endete nach {n} Stellungen ohne Ergebnis.",
  "decided.mine": "Dein Zug {n} ({move}) hat den Gewinn verspielt.",
  "decided.held": {
    one: "Dein erster Zug gab den Gewinn aus der Hand.",
    other: "Bis Zug {n} hattest du den Gewinn in der Hand.",
  },
  "decided.given":
    "{name} hat dir mit Zug {given} den Gewinn überlassen; mit Zug {n} hast du ihn zurückgegeben.",
  "decided.other": "{name} hat mit Zug {n} ({move}) den Gewinn verspielt.",
  "decided.never": "An dir lag es nicht: Schon der Anfang war für dich verloren.",
  "decided.neverSecond":
    "An dir lag es nicht: {first} hat begonnen, und von diesem Anfang aus kann gewinnen, wer beginnt.",
  "decided.neverBid": "Die Gebote um die Plätze haben entschieden: Danach war der Anfang für dich verloren.",
  "idea.chomp":
    "Nächstes Mal: Hinterlass zwei gleich lange Arme, und ahme jeden Biss nach. Bei einer quadratischen Tafel beiß schräg neben dem grünen Stück ab.",
  "idea.octal": "Nächstes Mal: Hinterlass zwei gleiche Reihen, und ahme jeden Zug in der anderen nach.",
  "decided.neverPie": "Die Wahl, wer beginnt, hat entschieden: Danach war der Anfang für dich verloren.",
  "decided.show": "Zeig mir, warum",
  "decided.hide": "Begründung ausblenden",
  "thread.mine": "Bei dir",
  "thread.other": "Bei {name}",
  "thread.forced": "nichts zu entscheiden",
  "thread.label": "Wer nach jedem Zug den Gewinn erzwingen konnte",
  "review.of": "{kept} von {n}",
  "review.youKept": "Deine Züge, die den Gewinn hielten",
  "review.theyKept": "Züge von {name}, die den Gewinn hielten",
  "review.youKept.several": "Deine sicheren Züge",
  "review.theyKept.several": "Sichere Züge von {name}",
  "review.youNoChance": "Du hattest nie die Chance",
  "review.theyNoChance": "{name} hatte nie die Chance",
  "review.youNoChoice": "Du hattest nichts zu entscheiden",
  "review.theyNoChoice": "{name} hatte nichts zu entscheiden",
  "power.1": "Einser",
  "power.2": "Zweier",
  "power.4": "Vierer",
  "power.8": "Achter",
  "power.16": "Sechzehner",
  "power.pairs": { 0: "kein Paar", one: "ein Paar", other: "{n} Paare" },
  "power.alone": "einer allein",
  "power.aloneIn": "einer allein, in {heap}",
  "opened.open": "Öffne die Haufen",
  "opened.pair": "Bilde Paare",
  "opened.take": "Nimm, was übrig bleibt",
  "opened.show": "Am Brett zeigen",
  "opened.close": "Zurück zu den Haufen",
  "why.fraenkel.N":
    "{a} und {b} sind kein Fraenkel-Paar für r = {r}. Wer gewinnt, hinterlässt eines, nämlich {c} und {d}.",
  "why.fraenkel.P": "{a} und {b} sind ein Fraenkel-Paar für r = {r}: Kein Zug hinterlässt wieder eines.",
  "why.ratio.N":
    "{large} ist mehr als 1,618-mal so groß wie {small} (Goldener Schnitt): Ein Gewinnzug führt unter dieses Verhältnis, wenn er nicht die Partie beendet.",
  "why.ratioMisere.N":
    "{large} ist mehr als 1,618-mal so groß wie {small} (Goldener Schnitt): Ein Gewinnzug führt unter dieses Verhältnis.",
  "why.ratio.P":
    "{large} ist weniger als 1,618-mal so groß wie {small} (Goldener Schnitt): Es gibt nur einen Zug, und er verliert.",
  "why.ratio.equal": "Bei gleichen Zahlen gibt es nur einen Zug, und der beendet die Partie.",
  "why.pass": "Mit den Haufen allein verliert, wer am Zug ist: Setz aus.",
  "chalk.value": "zählt {n}",
  "chalk.hide": "Markierung ausblenden",
  "marks.won": "grün: gewinnt",
  "marks.played": "gestrichelt: gespielt",
  "marks.partners": "Linie: Partner",
  "decided.again": "Ab hier neu versuchen",
  "pairs.read":
    "Lies jeden Haufen als {powers}: Eine Gruppe hat einen Partner, wenn in einem anderen Haufen eine gleiche liegt.",
  "pairs.in": "{power} in {heap}",
  "pairs.alone": "Ohne Partner: {groups}",
  "pairs.take":
    "Also: {move}. Hinterlass der Gegenseite immer alles in Paaren, jetzt und nach jeder Antwort.",
  "pairs.all": "Jede Gruppe hat einen Partner",
  "pairs.break":
    "Jeder Zug trennt ein Paar, und die Antwort stellt es wieder her: Hinterlass immer alles in Paaren.",
  "pairs.after": "Danach geht alles in Paaren auf",
  "opened.shrink": "Verkleinere einen Haufen so, dass alles in Paaren aufgeht",
  "opened.even": "Mach einen Zug, nach dem alles in Paaren aufgeht",
  "pairs.take.misere":
    "Also: {move}. Hinterlass alles in Paaren, jetzt und nach jeder Antwort; nur wenn nach deinem Zug bloß noch Haufen mit einem Stein da wären, lass eine ungerade Anzahl davon übrig.",
  "pairs.break.misere":
    "Jeder Zug trennt ein Paar, und die Antwort stellt es wieder her: Hinterlass alles in Paaren; nur wenn nach deinem Zug bloß noch Haufen mit einem Stein da wären, lass eine ungerade Anzahl davon übrig.",
  "opened.none": "Nichts bleibt übrig: Wer zieht, trennt ein Paar",
  "opened.named": "{step}: {move}",
  "figure.board": "Brett {n}",
  "counts.parts": "Jeder Teil für sich zählt wie ein Nim-Haufen von der Größe, die hier gezeichnet ist.",
  "counts.nimble": "Jede Münze zählt wie ein Haufen: so viele Steine, wie links von ihr Felder sind.",
  "counts.staircase":
    "Nur jede zweite Stufe zählt, von der ersten über dem Boden an: Ihre Münzen sind ein Haufen.",
  "counts.gaps":
    "Jede zweite Lücke zählt wie ein Haufen, von der vor der letzten Münze an: so viele Steine wie freie Felder.",
  "counts.welter":
    "Die Münzen gehören zu zweien zusammen: Je zwei, oder eine übrige, zählen wie der hier gezeichnete Haufen.",
  "counts.turtles": "Jede Münze, die Kopf zeigt, zählt wie ein Haufen so hoch wie ihr Platz.",
  "counts.heads":
    "Jede Münze, die Kopf zeigt, zählt wie ein Nim-Haufen von der Größe, die hier gezeichnet ist.",
  "counts.rest": "Jeder Haufen zählt so viel, wie beim Teilen durch {modulus} als Rest bleibt.",
  "counts.lasker":
    "Da ein Haufen auch geteilt werden darf, tauschen 3 und 4 ihren Zählwert, ebenso 7 und 8 und so weiter; hier {swaps}.",
  "counts.stalks": "Jeder Stiel zählt wie ein Haufen von seiner Länge.",
  "counts.plants":
    "Jede Pflanze zählt wie ein Haufen: ein einfacher Stiel so viel wie seine Länge, eine verzweigte so viel wie hier gezeichnet.",
  "counts.runs": "Jede Reihe kann man auf einmal nehmen; sie zählt also wie ein Haufen von ihrer Länge.",
  "plan.pairs.N":
    "{move}: Dann geht alles in Paaren auf. Hinterlass auch nach jeder Antwort alles in Paaren.",
  "plan.pairs.P":
    "Alles geht in Paaren auf: Jeder Zug trennt ein Paar, und die Antwort stellt es wieder her.",
  "plan.pairs.misere.N":
    "{move}: Dann geht alles in Paaren auf. Hinterlass auch nach jeder Antwort alles in Paaren; nur wenn nach deinem Zug nichts mehr da wäre, was mehr als 1 zählt, lass ungerade viele Einser übrig.",
  "plan.pairs.misere.P":
    "Alles geht in Paaren auf: Jeder Zug trennt ein Paar, und die Antwort stellt es wieder her, bis nach ihr nichts mehr da wäre, was mehr als 1 zählt: Dann lässt sie ungerade viele Einser übrig.",
  "plan.last": "{move}: Das ist der letzte Zug.",
  "plan.green": "{move}: Dann ist nur noch das grüne Stück übrig.",
  "plan.answer.N": "{move}. Was die Gegenseite dann auch tut, du hast eine Antwort, bis zum letzten Zug.",
  "plan.answer.P": "Was man hier auch zieht, die Gegenseite hat eine Antwort, bis zum letzten Zug.",
  "plan.rows.N":
    "{move}: Was bleibt, hält sich die Waage. Auf jeden Zug darin hast du eine Antwort, die alles wieder ausgleicht.",
  "plan.rows.P":
    "Die Teile halten sich die Waage: Auf jeden Zug hat die Gegenseite eine Antwort, die alles wieder ausgleicht.",
  "plan.misere.N": "{move}. Von da an kannst du den letzten Zug, der verliert, immer der Gegenseite lassen.",
  "plan.misere.P":
    "Hier verliert jeder Zug gegen perfektes Spiel: Die Gegenseite kann den letzten Zug, der verliert, immer der Seite lassen, die jetzt am Zug ist.",
  "plan.stops.N": "Halte bei {stops}; hier also: {move}. Ergänze dann jeden Schritt auf {modulus}.",
  "plan.stops.P":
    "Was man jetzt auch sagt, die Gegenseite kann bei {stops} halten: Jeder Schritt lässt sich auf {modulus} ergänzen.",
  "plan.leave.N": "Lass {stops} übrig; hier also: {move}. Ergänze dann jeden Zug auf {modulus}.",
  "plan.leave.P":
    "Was man jetzt auch nimmt, die Gegenseite kann {stops} übrig lassen: Jeder Zug lässt sich auf {modulus} ergänzen.",
  "plan.arms.N": "{move}: Dann sind beide Arme gleich lang. Ahme jeden Biss am anderen Arm nach.",
  "plan.arms.P": "Beide Arme sind gleich lang: Die Gegenseite ahmt jeden Biss nach.",
  "plan.shorter.N":
    "{move}: Dann ist von den beiden Reihen eine um eins kürzer. Stell das nach jedem Biss wieder her.",
  "plan.shorter.P":
    "Von den beiden Reihen ist eine um eins kürzer: Nach jedem Biss kann die Gegenseite das wiederherstellen.",
  "plan.ratio.N": "{move}: Es bleiben {low} und {high}, wo nur ein Zug möglich ist, und der verliert.",
  "plan.ratio.P": "Hier ist nur ein Zug möglich, und danach kann die Gegenseite gewinnen.",
  "plan.mirror.N":
    "{move}: Das macht die Stellung zu ihrem eigenen Spiegelbild. Antworte dann auf jeden Zug mit dem gegenüber.",
};
