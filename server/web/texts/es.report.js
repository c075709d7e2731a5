// Spanish: reporting and blocking a player.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "report.open": "Denunciar o bloquear",
  "report.close": "Cerrar",
  "report.blockWhy": "Quien bloquea a alguien no recibe sus ofertas, desafíos ni frases.",
  "report.block": "Bloquear a {name}",
  "report.unblock": "Desbloquear a {name}",
  "report.blocked": "Has bloqueado a {name}.",
  "report.unblocked": "Has desbloqueado a {name}.",
  "report.whom": "A quién",
  "report.what": "Qué ha pasado",
  "report.text": "Con tus palabras",
  "report.send": "Denunciar",
  "report.sent": "Gracias. Quien administra este servidor lo mirará.",
  "complaint.cheating": "Trampas",
  "complaint.conduct": "Demoras o acoso",
  "complaint.name": "El nombre",
  "complaint.other": "Otra cosa",
};
