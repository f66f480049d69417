import { createCost } from '../../src/change/segment/costs';
import { bestSplit } from '../../src/change/segment/fixed-count';
import { Draws } from '../changepoint/draws';
import { CHANGE, generate } from '../changepoint/generators';
import { Progress } from '../progress';
import { SETTINGS, drawStart, featuresByAuthors, featuresByPaper } from './gp-features';
import { computeAlways, type Keep } from './kept-results';
import { changesByMbocpd } from './mbocpd';

export const DEGREES = [1.5, 1.6, 1.7, 1.8, 1.9] as const;
/** Frames that the filter settles in, and how far from the change counts as found. */
const DISCARDED = 400;
export const WITHIN = 30;
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

export interface Table1Row {
  readonly name: string;
  readonly sets: number;
  /** Per cent found, by degrees of freedom 1.5 to 1.9. */
  readonly found: readonly number[];
  readonly paper: readonly number[] | null;
}

/** The paper's Table 1: per cent of `sets` streams in which the change is placed within 30 frames. */
export function runTable1(sets: number, keep: Keep = computeAlways): Table1Row[] {
  const bar = new Progress(sets * DEGREES.length);
  const counts = rows.map(() => DEGREES.map(() => 0));
  for (let set = 0; set < sets; set++) {
    DEGREES.forEach((dof, column) => {
      const found = keep(`stream ${set} with ${dof}`, () => placeAll(set, column));
      found.forEach((isFound, row) => (counts[row][column] += isFound ? 1 : 0));
      bar.advance('Table 1');
    });
  }
  bar.clear();
  return rows.map(({ name, paper, most = sets }, row) => {
    const used = Math.min(most, sets);
    return { name, paper, sets: used, found: counts[row].map((count) => (100 * count) / used) };
  });
}

/** Which rows place the change of this stream; a row that takes fewer streams does not. */
function placeAll(set: number, column: number): boolean[] {
  const { frames } = generate('paper', SEED + set * DEGREES.length + column, DEGREES[column]);
  const draws = new Draws(set);
  const C0 = frames[0].map(() => draws.normals(SETTINGS.rank));
  const start = { frames, C0, x0: drawStart(draws) };
  return rows.map(
    ({ place, most = Infinity }) => set < most && place(start).some((at) => Math.abs(at - CHANGE) <= WITHIN),
  );
}
