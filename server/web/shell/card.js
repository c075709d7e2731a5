// The picture of a solved position of the day, to be shared: drawn on a canvas, because images
// from elsewhere, also drawings as data, are not let in by the page's own rules.

const [WIDTH, HEIGHT, FRAME] = [1200, 630, 26];
/** The days of a row of stones. */
const WEEK = 7;
const COLOURS = {
  slate: ["#3a484f", "#2c383e"],
  frame: "#c9a06b",
  chalk: "#edf1ec",
  soft: "#b9c4c3",
  amber: "#ffc469",
};

/**
 * @typedef {object} Card
 * @property {string} title
 * @property {string} said  How it went.
 * @property {string} address
 * @property {number} days  Solved in a row.
 */

/** The picture as a file. @param {Card} card @returns {Promise<File | null>} */
export async function cardOf(card) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  await document.fonts.load("680 64px Besley");
  drawn(pen, card);
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done));
  return blob && new File([blob], "nim.png", { type: "image/png" });
}

/** @param {CanvasRenderingContext2D} pen @param {Card} card */
function drawn(pen, { title, said, address, days }) {
  pen.fillStyle = COLOURS.frame;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const ground = pen.createLinearGradient(0, 0, 0, HEIGHT);
  COLOURS.slate.forEach((colour, i) => ground.addColorStop(i, colour));
  pen.fillStyle = ground;
  pen.fillRect(FRAME, FRAME, WIDTH - 2 * FRAME, HEIGHT - 2 * FRAME);
  pen.textAlign = "center";
  write(pen, title, 170, 64, COLOURS.chalk);
  write(pen, said, 270, 46, COLOURS.amber);
  for (let day = 0; day < WEEK; day++) stone(pen, WIDTH / 2 + (day - (WEEK - 1) / 2) * 130, 410, day < days);
  write(pen, address, 550, 34, COLOURS.soft);
}

/**
 * A line of text, smaller where it would not fit.
 * @param {CanvasRenderingContext2D} pen @param {string} text @param {number} y @param {number} size @param {string} colour
 */
function write(pen, text, y, size, colour) {
  pen.fillStyle = colour;
  pen.font = `680 ${size}px Besley, serif`;
  const room = WIDTH - 2 * FRAME - 60;
  const width = pen.measureText(text).width;
  if (width > room) pen.font = `680 ${(size * room) / width}px Besley, serif`;
  pen.fillText(text, WIDTH / 2, y);
}

/**
 * A pebble for a day that was solved, its outline for one to come.
 * @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {boolean} solved
 */
function stone(pen, x, y, solved) {
  pen.beginPath();
  pen.ellipse(x, y, 54, 33, 0, 0, 2 * Math.PI);
  if (solved) {
    const light = pen.createRadialGradient(x - 16, y - 16, 4, x, y, 58);
    light.addColorStop(0, "#fbf7ee");
    light.addColorStop(1, "#a99c86");
    pen.fillStyle = light;
    return pen.fill();
  }
  pen.strokeStyle = COLOURS.soft;
  pen.lineWidth = 3;
  pen.setLineDash([9, 8]);
  pen.stroke();
}

/** Passes a file on where the system can, and saves it elsewhere. @param {File} file */
export async function handOver(file) {
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
