import { createCost } from '../../src/change/segment/costs';
import { bestSplit } from '../../src/change/segment/fixed-count';
import { Draws } from '../changepoint/draws';
import { CHANGE, generate } from '../changepoint/generators';
import { table } from '../changepoint/report';
import { Progress } from '../progress';
import { SETTINGS, drawStart, featuresByAuthors, featuresByPaper } from './gp-features';
import { changesByMbocpd } from './mbocpd';

const DEGREES = [1.5, 1.6, 1.7, 1.8, 1.9] as const;
/** Frames that the filter settles in, and how far from the change counts as found. */
const DISCARDED = 400;
const WITHIN = 30;
const SEED = 50_000;

/** A stream, and where the filter starts. */
interface Start {
  readonly frames: number[][];
  readonly C0: number[][];
  readonly x0: number[];
}

/** Exactly one change is assumed: the best split of sum n log(mean x^2) after the first frames. */
const splitOf = (signal: number[][]): number[] => [
  DISCARDED + (bestSplit(createCost('rms').fit(signal.slice(DISCARDED)), 2)?.index ?? 0),
];

/** Every row of the table, and what the paper reports for it. */
const rows: readonly {
  readonly name: string;
  readonly paper: readonly number[] | null;
  /** Streams at most, where one takes long or the paper has no figure. */
  readonly most?: number;
  readonly place: (start: Start) => number[];
}[] = [
  {
    name: 'PELT-PSMF, authors as written',
    paper: [85, 89, 92, 94, 95],
    place: ({ frames, C0, x0 }) => splitOf(featuresByAuthors(frames, C0, x0)),
  },
  {
    name: "PELT-PSMF, paper's equations",
    paper: null,
    most: 200,
    place: ({ frames, C0 }) => splitOf(featuresByPaper(frames, C0, false)),
  },
  {
    name: 'PELT-rPSMF',
    paper: null,
    most: 200,
    place: ({ frames, C0 }) => splitOf(featuresByPaper(frames, C0, true)),
  },
  { name: 'PELT-Data', paper: [76, 81, 83, 85, 85], place: ({ frames }) => splitOf(frames) },
  {
    name: 'MBOCPD, any of its changes',
    paper: [54, 58, 61, 69, 72],
    most: 100,
    place: ({ frames }) => changesByMbocpd(frames.slice(DISCARDED)).map((change) => DISCARDED + change),
  },
];

const MBOCPD_NOTE = `MBOCPD counts as the authors count it: it may report any number of changes, and one of them near the right place is
enough. PELT is told that there is exactly one.`;

export interface Table1Row {
  readonly name: string;
  readonly sets: number;
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
      const start = { frames, C0, x0: drawStart(draws) };
      rows.forEach(({ place, most = sets }, row) => {
        if (set >= most) return;
        if (place(start).some((at) => Math.abs(at - CHANGE) <= WITHIN)) counts[row][column] += 1;
      });
      bar.advance('Table 1');
    }
  });
  bar.clear();
  return rows.map(({ name, paper, most = sets }, row) => {
    const used = Math.min(most, sets);
    return { name, paper, sets: used, found: counts[row].map((count) => (100 * count) / used) };
  });
}

export function describeTable1(results: readonly Table1Row[]): string {
  const head = ['method', 'streams', '+-', ...DEGREES.map((dof) => `t ${dof}`), 'paper'];
  const lines = results.map(({ name, found, paper, sets: used }) => [
    name,
    `${used}`,
    Math.sqrt((85 * 15) / used).toFixed(1),
    ...found.map((percent) => percent.toFixed(1)),
    paper?.join(' ') ?? '-',
  ]);
  return [
    `Table 1: per cent of the changes placed within ${WITHIN} frames; +- is the standard error of 85 % in so many streams`,
    table(head, lines),
    `${MBOCPD_NOTE}\n`,
  ].join('\n\n');
}
