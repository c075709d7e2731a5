// German: reporting and blocking a player.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "report.open": "Melden oder blockieren",
  "report.close": "Schließen",
  "report.blockWhy": "Wer jemanden blockiert, bekommt von ihm keine Angebote, Herausforderungen und Sätze.",
  "report.block": "{name} blockieren",
  "report.unblock": "{name} nicht mehr blockieren",
  "report.blocked": "{name} ist blockiert.",
  "report.unblocked": "{name} ist nicht mehr blockiert.",
  "report.whom": "Wer",
  "report.what": "Was ist geschehen",
  "report.text": "Mit deinen Worten",
  "report.send": "Melden",
  "report.sent": "Danke. Wer diesen Server betreibt, sieht es sich an.",
  "complaint.cheating": "Betrug",
  "complaint.conduct": "Verzögern oder Belästigen",
  "complaint.name": "Der Name",
  "complaint.other": "Etwas anderes",
};
