import type { Json } from './canonical-json';

export const FORMAT = 'psmf';
export const VERSION = 2;

/** A snapshot as plain JSON: any store can keep it, and every bit of it comes back or is found missing. */
export interface Envelope {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly node: string;
  readonly key: string;
  readonly seq: number;
  readonly time: number | null;
  readonly meta: Json;
  /** The numbers as base64 (`number-runs.ts`); in version 1 doubles, little-endian, as base64. */
  readonly data: string;
  /** Of all the other fields. */
  readonly crc32: number;
}
