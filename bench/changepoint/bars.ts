import type { Costs } from './step-cost';

/** One line of the table that a right implementation passes. */
export interface Bar {
  readonly test: string;
  readonly reached: string;
  readonly bar: string;
  /** null: stated, without a bar of its own. */
  readonly pass: boolean | null;
}

/** A frame must cost no more after a million of them, nor hold more memory, and less than the same by PELT. */
export function checkCosts({ byLength, contest }: Costs): Bar[] {
  const first = byLength[0];
  const last = byLength[byLength.length - 1];
  const slower = last.microseconds / first.microseconds;
  const grownKb = last.memoryKb - first.memoryKb;
  const ratio = contest.pelt / contest.scan;
  return [
    {
      test: `after ${last.after} frames against ${first.after}: cost of a frame / growth of memory`,
      reached: `x ${slower.toFixed(2)} / ${grownKb.toFixed(0)} kB`,
      bar: '<= x 1.25 / <= 256 kB',
      pass: slower <= 1.25 && grownKb <= 256,
    },
    {
      test: `windowed PELT against the default method, ${contest.sensors} sensors: cost of a frame`,
      reached: `x ${ratio.toFixed(1)}`,
      bar: '>= x 2',
      pass: ratio >= 2,
    },
  ];
}
