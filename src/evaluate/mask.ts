import { badOption } from '../errors';
import { nextUniform } from '../random';
import { isKnown, type ReadingsTable } from './readings-table';

/** Rows before this one are hidden like the others but not scored: every method is still finding its feet. */
export const FIRST_SCORED = 100;

/**
 * seg30: segments of 20 rows, one sensor each, until 30 % of all cells are missing, real gaps counted (but always a tenth of
 * what is known). mcar10: one known value in ten, each by itself. long: outages of 200 rows, of one sensor at a time, another
 * one each time. gateway: all sensors out for 20 rows, about every 120.
 */
export const patterns = ['seg30', 'mcar10', 'long', 'gateway'] as const;
export type Pattern = (typeof patterns)[number];

const SEGMENT = 20;
const SEGMENT_SHARE = 0.3;
const LEAST_SHARE = 0.1;
const SINGLE_SHARE = 0.1;
const OUTAGE = 200;
const GATEWAY_PERIOD = 120;
const JITTER = 20;

/** Rows each pattern needs for something scored to be hidden. */
const LEAST_ROWS: Record<Pattern, number> = {
  seg30: FIRST_SCORED + SEGMENT,
  mcar10: FIRST_SCORED + SEGMENT,
  long: FIRST_SCORED + OUTAGE,
  gateway: FIRST_SCORED + 2 * JITTER + SEGMENT,
};

/** Row-major, 1 = hide. Only known values are marked. */
export type Mask = Uint8Array;

interface Draw {
  /** Below 1. */
  uniform(): number;
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
}

export function drawMask(table: ReadingsTable, pattern: Pattern, seed: number): Mask {
  const { rows } = table;
  const least = LEAST_ROWS[pattern];
  if (rows < least) {
    throw badOption(
      `Pattern ${pattern}`,
      `at least ${least} rows of data`,
      `${rows}`,
      'Record for longer, or choose another pattern.',
    );
  }
  const mask = new Uint8Array(rows * table.sensors);
  const state = Float64Array.of(seed);
  const uniform = (): number => nextUniform(state, 0);
  draws[pattern](table, mask, { uniform, below: (n) => Math.floor(uniform() * n) });
  return mask;
}

const draws: Record<Pattern, (table: ReadingsTable, mask: Mask, draw: Draw) => void> = {
  seg30(table, mask, draw) {
    const cells = mask.length;
    // The first row stays.
    let known = 0;
    for (let cell = table.sensors; cell < cells; cell++) if (isKnown(table, cell)) known++;
    const toHide = Math.max(SEGMENT_SHARE * cells - (cells - known), LEAST_SHARE * known);
    for (let hidden = 0, j = 0; hidden < toHide; j = (j + 1) % table.sensors) {
      hidden += hide(table, mask, j, 1 + draw.below(table.rows - SEGMENT), SEGMENT);
    }
  },

  mcar10(table, mask, draw) {
    for (let cell = 0; cell < mask.length; cell++) {
      if (draw.uniform() < SINGLE_SHARE && isKnown(table, cell)) mask[cell] = 1;
    }
  },

  long(table, mask, draw) {
    const start = FIRST_SCORED + draw.below(Math.min(OUTAGE, table.rows - FIRST_SCORED - OUTAGE) + 1);
    const untried = new Set<number>();
    for (let row = start; row + OUTAGE <= table.rows; row += OUTAGE + SEGMENT) {
      if (untried.size === 0) for (let j = 0; j < table.sensors; j++) untried.add(j);
      const j = [...untried][draw.below(untried.size)];
      untried.delete(j);
      hide(table, mask, j, row, OUTAGE);
    }
  },

  gateway(table, mask, draw) {
    for (let row = FIRST_SCORED; row + SEGMENT <= table.rows; row += GATEWAY_PERIOD - JITTER) {
      row += draw.below(2 * JITTER + 1);
      for (let j = 0; j < table.sensors; j++) hide(table, mask, j, row, SEGMENT);
    }
  },
};

/** Hides what is known of sensor j in `length` rows; returns how many values that were. */
function hide(table: ReadingsTable, mask: Mask, j: number, from: number, length: number): number {
  let hidden = 0;
  const end = Math.min(from + length, table.rows) * table.sensors;
  for (let cell = from * table.sensors + j; cell < end; cell += table.sensors) {
    if (mask[cell] === 1 || !isKnown(table, cell)) continue;
    mask[cell] = 1;
    hidden++;
  }
  return hidden;
}
