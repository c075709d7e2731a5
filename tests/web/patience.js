// How long tests wait for what must come.

/** Long enough for a slow or busy machine. */
export const PATIENCE_MS = 90_000;
