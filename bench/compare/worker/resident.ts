import { setTimeout as wait } from 'node:timers/promises';
import { collectGarbage } from '../../speed/heap';

const LOOKS = 5;
const PAUSE_MS = 60;

/** Resident memory in bytes after collections; the least of a few looks, for the system takes pages back in its own time. */
export async function residentBytes(): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < LOOKS; look++) {
    collectGarbage();
    await wait(PAUSE_MS);
    least = Math.min(least, process.memoryUsage.rss());
  }
  return least;
}
