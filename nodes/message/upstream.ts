import { LONGEST_BATCH } from '../../src/frame/payload';
import { copyList, isRecord } from '../../src/frame/record';
import type { Message } from './arrival';
import type { Behaviour } from './behaviour';

/** What psmf nodes before this one have said: the blocks of `msg.psmf`, one set of them, or one for each frame of a batch. */

const BLOCKS: readonly Behaviour<never>['block'][] = ['impute', 'filter', 'change'];

/**
 * The blocks of a message that is one frame or one reading. Where it comes of a batch they are many: those of this frame have
 * its time. Its place in the batch is no longer known: split, sort and batch nodes rewrite msg.parts.
 */
export function blocksOf(msg: Message, time: number | null): unknown {
  const blocks: unknown = msg.psmf;
  if (!Array.isArray(blocks)) return copy(blocks);
  return time === null || blocks.length > LONGEST_BATCH
    ? undefined
    : copy(blocks.find((entry) => timesIn(entry).includes(time)));
}

/** The same of the frames of a batch, which may be part of a larger one: of frame i, with its own time. */
export function blocksOfBatch(msg: Message, count: number): (i: number, time: number | null) => unknown {
  const blocks: unknown = msg.psmf;
  if (!Array.isArray(blocks) || blocks.length > LONGEST_BATCH) return () => undefined;
  let byTime: Map<unknown, unknown> | undefined;
  return (i, time) => {
    const entry: unknown = blocks.length === count ? blocks[i] : undefined;
    const isOfAnother = time !== null && timesIn(entry).some((other) => other !== time);
    if (entry !== undefined && !isOfAnother) return copy(entry);
    byTime ??= indexByTime(blocks);
    return time === null ? undefined : copy(byTime.get(time));
  };
}

/** Every block is looked at here: what throws then does so before anything is learned. */
const copy = (blocks: unknown): unknown => (isRecord(blocks) ? { ...blocks } : blocks);

/** Whether a psmf node before this one has found the frame late: it is answered here as there, and not learned. */
export const isLateIn = (blocks: unknown): boolean =>
  blocks !== undefined && BLOCKS.some((block) => readOwn(readOwn(blocks, block), 'late') === true);

/** The names whose values are estimates of psmf-impute: it has filled them, or replaced what was read. */
export function filledIn(blocks: unknown): ReadonlySet<string> | undefined {
  if (blocks === undefined) return undefined;
  const block = readOwn(blocks, 'impute');
  const filled = readOwn(block, 'filled');
  const replaced = readOwn(block, 'replaced');
  const names = [
    ...(Array.isArray(filled) && filled.length <= LONGEST_BATCH ? copyList(filled) : []),
    ...(isRecord(replaced) ? Object.keys(replaced) : []),
  ].filter((name) => typeof name === 'string');
  return names.length === 0 ? undefined : new Set(names);
}

/** The first entry of each time: looking through all of them for every frame would hold Node-RED up. */
function indexByTime(blocks: readonly unknown[]): Map<unknown, unknown> {
  const index = new Map<unknown, unknown>();
  for (let i = 0; i < blocks.length; i++)
    for (const time of timesIn(blocks[i])) if (!index.has(time)) index.set(time, blocks[i]);
  return index;
}

const timesIn = (blocks: unknown): unknown[] =>
  BLOCKS.map((block) => readOwn(readOwn(blocks, block), 'time')).filter((time) => time !== undefined);

/** A field of the value's own; undefined where there is none. */
export const readOwn = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
