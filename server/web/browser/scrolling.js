// What has just been chosen is brought in sight, once it is drawn.

/** On a phone the board is far above the list of moves, and above the steps at the end of a game. */
export function boardInSight() {
  requestAnimationFrame(() => document.getElementById("board")?.scrollIntoView({ block: "nearest" }));
}

/** Where a list fades out above and below, in pixels; keep in sync with rail.css. */
const FADES = { above: 8, below: 28 };

/** The move shown, in the list of moves, at the end the last one; the page itself stays where it is. */
export function moveInSight() {
  requestAnimationFrame(() => {
    const row =
      document.querySelector(".moves .now") ?? document.querySelector(".moves.marked li:last-child");
    const list = row?.parentElement;
    if (!row || !list) return;
    const [place, frame] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
    const above = frame.top + FADES.above - place.top;
    const below = place.bottom - (frame.bottom - FADES.below);
    if (above > 0) list.scrollTop -= above;
    else if (below > 0) list.scrollTop += below;
  });
}
