/** What a save may take from its timer to the end of Node-RED's own writing, beyond the store's flush interval. */
const MOST_RESERVE_MS = 1000;

/** The longest a change waits for its save: `saveMs` is when it has to be over, so it begins earlier. */
const longestWait = (saveMs: number): number => Math.max(saveMs - MOST_RESERVE_MS, saveMs / 4);

/**
 * How long the save of a change waits, in ms. A timer of a busy machine is late, a snapshot takes time to pack and the store
 * takes time to write: a second is left for these, and at most three quarters of `saveMs`, so that what a kill takes is
 * never older than `saveMs` and the store's flush interval. With a phase, saves fall on times that leave this remainder.
 */
export function waitToSave(saveMs: number, phase: number | null, now: number): number {
  const period = longestWait(saveMs);
  return phase === null ? period : period - ((now - (phase % period)) % period);
}
