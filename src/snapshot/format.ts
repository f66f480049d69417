import type { Json } from './canonical-json';

export const FORMAT = 'psmf';
export const VERSION = 3;

/** A snapshot as plain JSON: any store can keep it, and every bit of it comes back or is found missing. */
export interface Envelope {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly node: string;
  readonly key: string;
  readonly seq: number;
  readonly time: number | null;
  readonly meta: Json;
  /** The numbers as base64 (`coded-numbers.ts`); in version 2 as `number-runs.ts` has them, in version 1 doubles, little-endian. */
  readonly data: string;
  /** Of all the other fields. */
  readonly crc32: number;
}
