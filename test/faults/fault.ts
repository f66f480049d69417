/** How much of a fault is tried: enough to notice a mistake, or as much as docs/reliability.md reports. */
export interface Size {
  readonly isFull: boolean;
  /** Which of the two applies. */
  pick(small: number, full: number): number;
}

/** Something that goes wrong around the nodes, and what they promise in spite of it. */
export interface Fault {
  /** For --only. */
  readonly name: string;
  readonly title: string;
  readonly promise: string;
  /** Whether it computes and nothing more, so that another fault may be tried at the same time: no stall, loss or rate is measured. */
  readonly isComputation?: boolean;
  /** Whether it takes a machine that is kept quiet: tried with --full, or by its name. */
  readonly isFullOnly?: boolean;
  /** What was measured, in words; rejects if the promise was broken. */
  run(size: Size): Promise<string>;
}

export const sizeOf = (isFull: boolean): Size => ({
  isFull,
  pick: (small, full) => (isFull ? full : small),
});

export const count = (number: number): string => number.toLocaleString('en-US');

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
