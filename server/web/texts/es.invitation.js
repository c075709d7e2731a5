// Spanish: the page behind an invitation link.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "invitation.title": "Te han invitado a una partida",
  "invitation.gone": "Esta invitación ya no está abierta.",
  "invitation.accept": "Jugar",
  "invitation.decline": "Ahora no",
  "invitation.to": "Una partida de {game}",
  "invitation.from": "{name} te invita a una partida de {game}",
  "invitation.start": "Inicio",
  "invitation.clock": "Reloj",
  "invitation.noClock": "sin reloj",
  "invitation.begins": "Empieza",
  "invitation.counts": "Tipo",
  "invitation.rated": "puntuada",
  "invitation.casual": "amistosa",
  "invitation.begins.first": "{name}",
  "invitation.begins.second": "tú",
  "invitation.begins.random": "por sorteo",
  "invitation.begins.handicap": "quien iguale las posibilidades",
  "invitation.begins.bid": "se puja con tiempo propio",
  "invitation.begins.pie": "eliges tú",
  "invitation.code": "Código QR de esta invitación",
  "invitation.elsewhere": "Juega en el móvil: apunta aquí con la cámara.",
  "invitation.in": "Ya tienes sitio.",
  "invitation.seats": {
    one: "{n} de {seats} puestos está ocupado.",
    other: "{n} de {seats} puestos están ocupados.",
  },
  "invitation.stay":
    "La partida empieza cuando lo estén todos o cuando {name} deje los demás a los bots. Tu puesto se guarda mientras esta página esté abierta.",
};
