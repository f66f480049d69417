/** Parts of a message that are looked at; the rest is taken to be like them. */
const MOST_PARTS = 2000;
const BYTES_PER_PART = 40;

/**
 * What a message takes in memory, in bytes, near enough: texts, buffers, and all parts at any depth. Never throws: what cannot
 * be looked at counts as one part.
 */
export function sizeOfMessage(msg: object): number {
  const queue: unknown[] = [msg];
  const seen = new Set<unknown>();
  let bytes = 0;
  let unseen = 0;
  for (let i = 0; i < queue.length; i++) {
    const part = queue[i];
    bytes += BYTES_PER_PART;
    if (typeof part === 'string') bytes += 2 * part.length;
    if (part === null || typeof part !== 'object' || seen.has(part)) continue;
    seen.add(part);
    if (ArrayBuffer.isView(part)) bytes += part.byteLength;
    else unseen += addParts(part, queue);
  }
  return bytes * (1 + unseen / queue.length);
}

/** Adds what the object holds to the queue as far as there is room; gives back how many parts are left out. */
function addParts(whole: object, queue: unknown[]): number {
  const room = Math.max(0, MOST_PARTS - queue.length);
  try {
    if (Array.isArray(whole)) {
      for (let i = 0; i < Math.min(room, whole.length); i++) queue.push(whole[i]);
      return Math.max(0, whole.length - room);
    }
    const names = Object.keys(whole);
    for (const name of names.slice(0, room)) queue.push(name, (whole as Record<string, unknown>)[name]);
    return Math.max(0, names.length - room);
  } catch {
    return 0;
  }
}
