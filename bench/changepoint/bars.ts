import type { Costs } from './step-cost';
import type { SkabResult } from './skab';
import type { KindResult } from './synthetic';

/** One line of the table that a right implementation passes. */
export interface Bar {
  readonly test: string;
  readonly reached: string;
  readonly bar: string;
  /** null: stated, without a bar of its own. */
  readonly pass: boolean | null;
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

const scores = ({ f1, precision, delay }: KindResult): string =>
  `${f1.toFixed(2)} / ${precision.toFixed(2)} / ${delay}`;

/** detected >= least, and median delay <= longest. */
const detection = (result: KindResult, test: string, least: number, longest: number): Bar => ({
  test,
  reached: `${percent(result.detected)} / ${result.delay}`,
  bar: `>= ${percent(least)} / <= ${longest}`,
  pass: result.detected >= least && result.delay <= longest,
});

export function checkBars(results: readonly KindResult[], skab: SkabResult | null): Bar[] {
  const of = (kind: KindResult['kind']): KindResult => {
    const found = results.find((result) => result.kind === kind);
    if (found === undefined) throw new Error(`No result for ${kind}`);
    return found;
  };
  const [none, paper, dropped] = [of('none'), of('paper'), of('dropped')];
  const [mixed, late] = [of('mixed'), of('mixed-late')];
  const bars: Bar[] = [
    {
      test: 'no change: false alarms per 1,000',
      reached: none.falsePerThousand.toFixed(3),
      bar: '<= 0.15',
      pass: none.falsePerThousand <= 0.15,
    },
    {
      test: "the paper's data: detected / delay / localisation error",
      reached: `${percent(paper.detected)} / ${paper.delay} / ${paper.error}`,
      bar: '>= 97 % / <= 8 / <= 2',
      pass: paper.detected >= 0.97 && paper.delay <= 8 && paper.error <= 2,
    },
    detection(of('mean'), 'mean step in 3 of 20', 0.97, 6),
    detection(of('mean-all'), 'small step in all', 0.95, 12),
    detection(of('correlation'), 'correlation', 0.97, 5),
    detection(of('variance'), 'variance', 0.88, 20),
    detection(of('frequency'), 'frequency x 1.5', 0.5, 45),
    {
      test: 'five mixed changes, d = 8: F1 / precision / delay',
      reached: scores(mixed),
      bar: '>= 0.88 / >= 0.96 / <= 20',
      pass: mixed.f1 >= 0.88 && mixed.precision >= 0.96 && mixed.delay <= 20,
    },
    {
      test: 'the same, alarms up to 100 frames late',
      reached: scores(late),
      bar: '(>= 0.88 / >= 0.96 / <= 20)',
      pass: null,
    },
    {
      test: '30 % of frames dropped, dt passed: detected',
      reached: `${percent(dropped.detected)} (${dropped.falsePerThousand.toFixed(2)} false per 1,000)`,
      bar: '>= 80 %',
      pass: dropped.detected >= 0.8,
    },
  ];
  if (skab !== null) {
    bars.push({
      test: 'SKAB, valve1: F1 / false alarms',
      reached: `${skab.f1.toFixed(3)} / ${skab.falseAlarms}`,
      bar: '>= 0.48 / <= 16',
      pass: skab.f1 >= 0.48 && skab.falseAlarms <= 16,
    });
  }
  return bars;
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
      test: `windowed PELT against the scan, ${contest.sensors} sensors: cost of a frame`,
      reached: `x ${ratio.toFixed(1)}`,
      bar: '>= x 2',
      pass: ratio >= 2,
    },
  ];
}
