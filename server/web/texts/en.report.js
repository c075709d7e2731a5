// English: reporting and blocking a player.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "report.open": "Report or block",
  "report.close": "Close",
  "report.blockWhy": "Whoever blocks a player gets no offers, challenges or phrases from them.",
  "report.block": "Block {name}",
  "report.unblock": "Unblock {name}",
  "report.blocked": "{name} is blocked.",
  "report.unblocked": "{name} is no longer blocked.",
  "report.whom": "Who",
  "report.what": "What happened",
  "report.text": "In your own words",
  "report.send": "Report",
  "report.sent": "Thank you. Whoever runs this server will look at it.",
  "complaint.cheating": "Cheating",
  "complaint.conduct": "Stalling or harassment",
  "complaint.name": "The name",
  "complaint.other": "Something else",
};
