const PARTS = 8;

/**
 * Calls `over` after `ms`, unless it is stopped before; gives back what stops it. While this process itself stands still, or
 * has too much to do, an answer cannot be heard: such a pause counts as an eighth of the time at most.
 */
export function limitTime(ms: number, over: () => void): () => void {
  let left = PARTS;
  let isStopped = false;
  let timer = setTimeout(countDown, ms / PARTS).unref();
  function countDown(): void {
    left -= 1;
    // Answers that lie there already are heard first.
    if (left === 0) setImmediate(() => isStopped || over());
    else timer = setTimeout(countDown, ms / PARTS).unref();
  }
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
