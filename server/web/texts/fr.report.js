// French: reporting and blocking a player.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "report.open": "Signaler ou bloquer",
  "report.close": "Fermer",
  "report.blockWhy": "Qui bloque quelqu’un ne reçoit plus ses offres, ses défis ni ses phrases.",
  "report.block": "Bloquer {name}",
  "report.unblock": "Débloquer {name}",
  "report.blocked": "Vous avez bloqué {name}.",
  "report.unblocked": "Vous avez débloqué {name}.",
  "report.whom": "Qui",
  "report.what": "Ce qui s’est passé",
  "report.text": "Avec vos mots",
  "report.send": "Signaler",
  "report.sent": "Merci. La personne qui gère ce serveur va l’examiner.",
  "complaint.cheating": "Triche",
  "complaint.conduct": "Lenteur voulue ou harcèlement",
  "complaint.name": "Le nom",
  "complaint.other": "Autre chose",
};
