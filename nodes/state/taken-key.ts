/**
 * In a store that several processes share, the load of a node takes a key: from then on whoever took it before is refused when it
 * writes. Node-RED hands the callback of a read to the store as it is, so the load marks its callback; every other read, such as
 * that of the editor's sidebar, takes nothing. Stores that know nothing of this ignore the mark.
 */
const TAKES = Symbol.for('@psmf/node-red-psmf: takes the key');

type Callback = (...results: never[]) => void;

export const markTaking = <C extends Callback>(callback: C): C => Object.assign(callback, { [TAKES]: true });

export const isTaking = (callback: unknown): boolean =>
  typeof callback === 'function' && (callback as { [TAKES]?: unknown })[TAKES] === true;

const TAKEN = 'TAKEN';

/** A write was refused: the key belongs to whoever read it last. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
  readonly code = TAKEN;

  constructor(key: string) {
    super(`another process has taken ${key} and goes on with it`);
  }
}

export const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === TAKEN;
