import { createHash, type Hash } from 'node:crypto';
import type { Answer, Frame } from '../../src';
import { canonicalJson } from '../../src/snapshot/canonical-json';
import type { AnyModel } from '../stream/cases';

/** Frames between two checksums. */
export const EVERY = 100;
/** Frames whose values are written down: in the start-up, after it, and later. */
const SHOWN = [60, 400, 1000, 1499];
/** Columns whose values are written down. */
const SHOWN_SENSORS = 3;

/** The fields users get, model by model; what a later version adds is not among them. */
const HEAD = ['seq', 'time', 'phase', 'late', 'period', 'names', 'rejected'];
const FIELDS = [
  ...HEAD,
  ...['outcome', 'value', 'estimate', 'sd', 'lower', 'upper', 'gap', 'quality', 'outlier'],
  ...['mean', 'residual', 'outliers', 'features', 'forecast'],
  ...['score', 'alarm'],
];

export type Plain = number | string | boolean | null | Plain[] | { [name: string]: Plain };

/** What a model made of a stream. */
export interface Recording {
  /** Over the bytes of all outputs so far, every 100 frames. */
  readonly outputs: readonly string[];
  /** Of the snapshot, every 100 frames. */
  readonly states: readonly string[];
  /** By frame: the answer's fields, arrays cut short. */
  readonly values: Readonly<Record<string, Plain>>;
}

export function record(model: AnyModel, frames: readonly Frame[]): Recording {
  const all = createHash('sha256');
  const outputs: string[] = [];
  const states: string[] = [];
  const values: Record<string, Plain> = {};
  frames.forEach((frame, k) => {
    const answer = fieldsOf(model.learnOne(frame));
    update(all, answer);
    if (SHOWN.includes(k)) values[k] = plain(answer);
    if ((k + 1) % EVERY !== 0) return;
    outputs.push(shorten(all.copy()));
    states.push(digestState(model));
  });
  return { outputs, states, values };
}

function fieldsOf(answer: Answer): Record<string, unknown> {
  const own = answer as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(FIELDS.filter((name) => name in own).map((name) => [name, own[name]]));
}

function digestState(model: AnyModel): string {
  const snapshot = model.snapshot();
  if (snapshot === null) return 'none';
  const hash = createHash('sha256').update(canonicalJson(snapshot.meta));
  const { buffer, byteOffset, byteLength } = snapshot.data;
  return shorten(hash.update(new Uint8Array(buffer, byteOffset, byteLength)));
}

const shorten = (hash: Hash): string => hash.digest('hex').slice(0, 16);

const bytes = new DataView(new ArrayBuffer(8));

/** Any value, bit by bit; a NaN is a NaN whatever its bits. */
function update(hash: Hash, value: unknown): void {
  if (typeof value === 'number') {
    bytes.setFloat64(0, Number.isNaN(value) ? NaN : value);
    hash.update(new Uint8Array(bytes.buffer));
  } else if (value === null || typeof value !== 'object') {
    hash.update(`${typeof value} ${String(value)};`);
  } else {
    const entries = value instanceof Map ? [...value] : Object.entries(value);
    hash.update(`${entries.length}:`);
    for (const [name, part] of entries) {
      hash.update(String(name));
      update(hash, part);
    }
  }
}

/** As JSON has it: NaN is null. */
function plain(value: unknown): Plain {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === null || typeof value !== 'object') return null;
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>)
      .slice(0, SHOWN_SENSORS)
      .map(plain);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([name, part]) => [String(name), plain(part)]));
}
