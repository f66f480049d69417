import { createCost } from '../../src/change/segment/costs';
import { bestSplit } from '../../src/change/segment/fixed-count';
import { Draws } from '../changepoint/draws';
import { CHANGE, generate } from '../changepoint/generators';
import { table } from '../changepoint/report';
import { Progress } from '../progress';
import { SETTINGS, featuresByAuthors, featuresByPaper } from './gp-features';
import { lastChangeByMbocpd, placeOneChange } from './mbocpd';

const DEGREES = [1.5, 1.6, 1.7, 1.8, 1.9] as const;
/** Frames that the filter settles in, and how far from the change counts as found. */
const DISCARDED = 400;
const WITHIN = 30;
const SEED = 50_000;

type Locate = (frames: number[][], C0: number[][]) => number;

/** Exactly one change is assumed: the best split of sum n log(mean x^2) after the first frames. */
const splitOf = (signal: number[][]): number =>
  DISCARDED + (bestSplit(createCost('rms').fit(signal.slice(DISCARDED)), 2)?.index ?? 0);

/** Every row of the table, and what the paper reports for it. */
const rows: readonly {
  readonly name: string;
  readonly paper: readonly number[] | null;
  readonly locate: Locate;
}[] = [
  {
    name: 'PELT-PSMF, authors as written',
    paper: [85, 89, 92, 94, 95],
    locate: (frames, C0) => splitOf(featuresByAuthors(frames, C0)),
  },
  {
    name: "PELT-PSMF, paper's equations",
    paper: null,
    locate: (frames, C0) => splitOf(featuresByPaper(frames, C0, false)),
  },
  { name: 'PELT-rPSMF', paper: null, locate: (frames, C0) => splitOf(featuresByPaper(frames, C0, true)) },
  { name: 'PELT-Data', paper: [76, 81, 83, 85, 85], locate: (frames) => splitOf(frames) },
  {
    name: "MBOCPD's model, best single split (offline)",
    paper: null,
    locate: (frames) => DISCARDED + placeOneChange(frames.slice(DISCARDED), 1),
  },
  {
    name: 'MBOCPD, start of the most probable last run',
    paper: [54, 58, 61, 69, 72],
    locate: (frames) => DISCARDED + lastChangeByMbocpd(frames.slice(DISCARDED), 1),
  },
];

const MBOCPD_NOTE =
  "The paper does not say how a change is read off MBOCPD's posterior; neither reading here gives its numbers.";

export interface Table1Row {
  readonly name: string;
  /** Per cent found, by degrees of freedom 1.5 to 1.9. */
  readonly found: readonly number[];
  readonly paper: readonly number[] | null;
}

/** The paper's Table 1: per cent of `sets` streams in which the change is placed within 30 frames. */
export function runTable1(sets: number): Table1Row[] {
  const bar = new Progress(sets * DEGREES.length);
  const counts = rows.map(() => DEGREES.map(() => 0));
  DEGREES.forEach((dof, column) => {
    for (let set = 0; set < sets; set++) {
      const { frames } = generate('paper', SEED + set * DEGREES.length + column, dof);
      const draws = new Draws(set);
      const C0 = frames[0].map(() => draws.normals(SETTINGS.rank));
      rows.forEach(({ locate }, row) => {
        if (Math.abs(locate(frames, C0) - CHANGE) <= WITHIN) counts[row][column] += 1;
      });
      bar.advance('Table 1');
    }
  });
  bar.clear();
  return rows.map(({ name, paper }, row) => ({
    name,
    paper,
    found: counts[row].map((count) => (100 * count) / sets),
  }));
}

export function describeTable1(results: readonly Table1Row[], sets: number): string {
  const head = ['method', ...DEGREES.map((dof) => `t ${dof}`), 'paper'];
  const lines = results.map(({ name, found, paper }) => [
    name,
    ...found.map((percent) => percent.toFixed(1)),
    paper?.join(' ') ?? '-',
  ]);
  return `Table 1, ${sets} streams: per cent of the changes placed within ${WITHIN} frames\n\n${table(head, lines)}\n\n${MBOCPD_NOTE}\n`;
}
