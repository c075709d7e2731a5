// German: reporting and blocking a player.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "report.open": "Melden oder blockieren",
  "report.close": "Schließen",
  "report.blockWhy": "Wen du blockierst, von dem hörst du keine Angebote, Herausforderungen und Sätze mehr.",
  "report.block": "{name} blockieren",
  "report.unblock": "{name} nicht mehr blockieren",
  "report.blocked": "{name} ist blockiert.",
  "report.unblocked": "{name} ist nicht mehr blockiert.",
  "report.whom": "Wen",
  "report.what": "Was ist geschehen",
  "report.text": "Mit deinen Worten",
  "report.send": "Melden",
  "report.sent": "Danke. Wer diesen Server betreibt, sieht es sich an.",
  "complaint.cheating": "Betrug",
  "complaint.conduct": "Verzögerung oder Belästigung",
  "complaint.name": "Der Name",
  "complaint.other": "Etwas anderes",
};
