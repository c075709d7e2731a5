// The light on all pieces: gradients from the upper left, shared by every drawing on the page.
// Names are short because they occur in every piece.

/** Where the light falls: the middle and the radius of a round gradient. @typedef {[number, number, number]} Light */

/** @type {Light} */
const STONE = [0.36, 0.2, 0.9];
/** @type {Light} */
const BEAD = [0.35, 0.28, 0.8];
/** Centred, for shadows and halos. @type {Light} */
const EVEN = [0.5, 0.5, 0.5];
/** From left to right instead of downwards. @type {[number, number]} */
const ACROSS = [1, 0];

/** The wood of a match, upright or lying. */
const WOOD = "0 #F6E2BA, 0.45 #E4C692, 1 #B08A58";

/** @param {string} stops  "0 #FFF 0.9, 1 #000": position, colour, and opacity if below 1. */
function stopsOf(stops) {
  return stops
    .split(", ")
    .map((stop) => {
      const [at, colour, opacity] = stop.split(" ");
      const seen = opacity === undefined ? "" : ` stop-opacity="${opacity}"`;
      return `<stop offset="${at}" stop-color="${colour}"${seen}/>`;
    })
    .join("");
}

/** @param {string} id @param {string} stops @param {number} x @param {number} y @param {number} r */
function rad(id, stops, x, y, r) {
  return `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${r}">${stopsOf(stops)}</radialGradient>`;
}

/** @param {string} id @param {string} stops @param {number} x2 @param {number} y2 */
function lin(id, stops, x2 = 0, y2 = 1) {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`;
}

export const gradients = [
  rad("st0", "0 #FBF6EA, 0.38 #E9E0CF, 0.74 #C9BCA3, 1 #8C7E66", ...STONE),
  rad("st1", "0 #F3F1EC, 0.38 #D8D4CB, 0.74 #B3AEA4, 1 #747067", ...STONE),
  rad("st2", "0 #FBF1DD, 0.38 #E7D5B6, 0.74 #C7AF89, 1 #87704C", ...STONE),
  rad("sh", "0 #05090B 0.62, 0.55 #05090B 0.38, 1 #05090B 0", ...EVEN),
  rad("shL", "0 #3A2A14 0.42, 0.55 #3A2A14 0.22, 1 #3A2A14 0", ...EVEN),
  rad("hl", "0 #fff 0.9, 1 #fff 0", ...EVEN),
  rad("halo", "0 #FFB84D 0, 0.52 #FFB84D 0.55, 0.74 #FFA826 0.2, 1 #FFA826 0", ...EVEN),
  lin("fl", "0 #F0811C, 0.45 #FFB53A, 0.85 #FFDF7E"),
  lin("mw", WOOD, ...ACROSS),
  lin("mwh", WOOD),
  rad("mh", "0 #F58A6B, 0.45 #D2482F, 1 #8A2114", 0.36, 0.3, 0.8),
  rad("bdR", "0 #F7A08B, 0.4 #C9482F, 1 #7C2114", ...BEAD),
  rad("bdB", "0 #FFF7E6, 0.4 #E6D5B4, 1 #A98F63", ...BEAD),
  rad("bdT", "0 #B5E2E0, 0.4 #4F9C9C, 1 #1F5457", ...BEAD),
  rad("bdA", "0 #FFE7B0, 0.4 #F0AE42, 1 #A0641A", ...BEAD),
  rad("bdN", "0 #8FA0B8, 0.4 #40587C, 1 #1B2A44", ...BEAD),
  lin("cnE", "0 #6B4812, 0.16 #D09A36, 0.36 #F8DA88, 0.54 #E0AC44, 0.82 #A8731F, 1 #5E3F0F", ...ACROSS),
  rad("cnF", "0 #FCE6A6, 0.5 #E4B148, 1 #A87622", 0.4, 0.32, 0.8),
  lin("cnE2", "0 #5A3522, 0.16 #BC7B50, 0.36 #EDBB92, 0.54 #C58256, 0.82 #8E5635, 1 #4E2D1D", ...ACROSS),
  rad("cnF2", "0 #F6D3B0, 0.5 #DBA176, 1 #A2683F", 0.4, 0.32, 0.8),
  lin("pin", "0 #CFC6B6, 0.3 #FFFDF6, 0.55 #F3ECDF, 1 #A99D88", ...ACROSS),
  lin("ch", "0 #7A4A2E, 1 #53301C"),
  lin("chT", "0 #8F5A39, 1 #6A3F26"),
  lin("chG", "0 #A9C873, 1 #5F8438"),
  lin("wd", "0 #E7C491, 1 #CC9F65"),
  lin("wdS", "0 #B98750, 1 #95683A"),
  lin("wdT", "0 #F5DDB4, 1 #E6C48F"),
  lin("cdR", "0 #F2A09B, 0.5 #D4554F, 1 #9B2F2C"),
  lin("cdT", "0 #A7DAD3, 0.5 #4E9E97, 1 #2A6661"),
  lin("cdA", "0 #FBDD98, 0.5 #E5A93B, 1 #A87218"),
  rad("gl", "0 #E8FBFF, 0.35 #8CC7D3, 0.8 #33707F, 1 #173F4A", 0.36, 0.28, 0.8),
  rad("hole", "0 #0A0705 0.6, 0.7 #0A0705 0.38, 1 #0A0705 0.12", 0.5, 0.58, 0.5),
  rad("br", "0 #FFF2C4, 0.4 #DDB04E, 1 #80591A", 0.36, 0.28, 0.8),
  lin("sd", "0 #5C5348, 0.5 #37302A, 1 #1D1814", ...ACROSS),
].join("");
