import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { blockNames, type Message, type StreamType } from '../nodes/flow';

/** The path of the first number that is not finite; null if there is none. */
export function findNonFinite(value: unknown, path = ''): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : path;
  if (value === null || typeof value !== 'object') return null;
  for (const [name, part] of Object.entries(value)) {
    const found = findNonFinite(part, `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** What a node says of a message in its block, or in its blocks if the message was a batch. */
export function ownBlocks(type: StreamType, msg: Message): unknown[] {
  // A list without end that came with the message has no entries, and is not walked.
  const entries: unknown[] = Array.isArray(msg.psmf) ? Object.values(msg.psmf) : [msg.psmf];
  return entries.map((entry) => (entry as Record<string, unknown> | undefined)?.[blockNames[type]]);
}

/** Whatever a node adds is finite; what was in the message before may be anything. */
export function checkAnswer(type: StreamType, given: unknown, msg: Message): void {
  for (const block of ownBlocks(type, msg))
    assert.equal(findNonFinite(block), null, `${type}: not finite in its block`);
  for (const number of listNumbers(msg.payload)) {
    if (Number.isFinite(number)) continue;
    assert.ok(listNumbers(given).includes(number), `${type}: ${number} in ${inspect(msg, { depth: 4 })}`);
  }
}

function listNumbers(value: unknown): number[] {
  const parts = (whole: unknown): unknown[] =>
    whole !== null && typeof whole === 'object' ? safeValues(whole) : [whole];
  const flat = parts(value).flatMap(parts);
  return flat.filter((part): part is number => typeof part === 'number');
}

/** Hostile objects may throw when they are looked at. */
function safeValues(whole: object): unknown[] {
  try {
    return Object.values(whole);
  } catch {
    return [];
  }
}

const builtIns = [Object.prototype, Array.prototype, Function.prototype, Map.prototype];

/** What the prototypes everything inherits from hold. */
export const listPrototypes = (): string =>
  builtIns.map((one) => Reflect.ownKeys(one).map(String).join(' ')).join('\n');
