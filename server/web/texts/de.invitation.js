// German: the page behind an invitation link.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "invitation.title": "Du bist zu einer Partie eingeladen",
  "invitation.gone": "Diese Einladung ist nicht mehr offen.",
  "invitation.accept": "Spielen",
  "invitation.decline": "Nicht jetzt",
  "invitation.to": "Eine Partie {game}",
  "invitation.from": "{name} lädt dich zu einer Partie {game} ein",
  "invitation.start": "Anfang",
  "invitation.clock": "Bedenkzeit",
  "invitation.noClock": "keine",
  "invitation.begins": "Wer beginnt",
  "invitation.counts": "Wertung",
  "invitation.rated": "gewertet",
  "invitation.casual": "ungewertet",
  "invitation.begins.first": "{name}",
  "invitation.begins.second": "du",
  "invitation.begins.random": "das Los entscheidet",
  "invitation.begins.handicap": "so, dass die Aussichten gleich sind",
  "invitation.begins.bid": "beide bieten Zeit für die Wahl",
  "invitation.begins.pie": "du wählst",
  "invitation.code": "QR-Code dieser Einladung",
  "invitation.elsewhere": "Auf dem Handy spielen: Kamera hierauf richten.",
  "invitation.in": "Du bist dabei.",
  "invitation.seats": {
    one: "{n} von {seats} Plätzen ist besetzt.",
    other: "{n} von {seats} Plätzen sind besetzt.",
  },
  "invitation.stay":
    "Die Partie beginnt, sobald alle besetzt sind oder {name} die übrigen den Bots überlässt. Solange diese Seite offen ist, bleibt dir dein Platz.",
};
