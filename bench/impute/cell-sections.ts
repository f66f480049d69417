import type { CellResult } from './against-before';
import { inThousandths, type Verdict } from './bars';
import type { Section } from './section';

/** What a prototype reached on the plants, as an aim; nRMSE, seed 101. */
const AIMS: Readonly<Record<string, number>> = {
  'daily / all6h': 0.49,
  'daily / one6h': 0.38,
  'rooms / all6h': 0.27,
  'rooms / long': 0.145,
  'dead / days': 0.15,
  'regime / long': 0.11,
  'regime / seg': 0.25,
  'cadence / slow': 0.29,
  'delay / seg': 0.3,
  'delay / long': 0.23,
  'onoff / seg': 0.41,
  'product / seg': 0.17,
  'quantised / seg': 0.235,
  'angle / seg': 0.18,
  'counter / seg': 0.004,
  'counter / long': 0.02,
  'onchange / unsent': 0.065,
};
const FEWEST_AIMS = 12;
/** Geometric means of now over before that each pattern should reach. */
const MEANS = { seg30: 0.9, mcar10: 0.94, long: 0.86, gateway: 0.82 } as const;
const HARM = 1.03;
const WORST = 1.1;
const MOST_HARMED = 0.03;
/** Shares of all cells within 1.03 and 1.10 of the best peer. */
const NEAR_BEST = { [HARM]: 0.75, [WORST]: 0.9 } as const;
const LONG_COVERAGE = 0.9;
/** Long outages of prices are a few, and prices trend. */
const EXEMPT = 'S&P 500';
/** The share that intervals hold, for every length of gap with so many values, where there are so many rows. */
const COVERAGE = { least: 0.9, most: 0.98, values: 500, rows: 3900 } as const;
/** Gaps of 1, 2-3, ... 128-255 frames. */
const GAPS = ['1', '2-3', '4-7', '8-15', '16-31', '32-63', '64-127', '128-255'] as const;

const ratio = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(2));
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

export function describeCells(cells: readonly CellResult[]): Section[] {
  const plants = cells.filter(({ group }) => group === 'plants');
  const recordings = cells.filter(({ group }) => group !== 'plants');
  return [
    ...(plants.length > 0 ? [describePlants(plants)] : []),
    ...(recordings.length > 0 ? [describeRecordings(recordings), describeIntervals(recordings)] : []),
  ];
}

const NAMES = ['cell', 'n', 'before', 'now', 'now / before', 'best peer', 'now / best', 'coverage'];

/** NaN of none. */
export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

const rowOf = ({ name, n, before, now, best, bestPeer, coverage }: CellResult): string[] => [
  ...[name, String(n), Number.isNaN(before) ? '' : inThousandths(before), inThousandths(now)],
  ...[ratio(now / before), `${inThousandths(best)} ${bestPeer}`, ratio(now / best), ratio(coverage)],
];

function describePlants(cells: readonly CellResult[]): Section {
  const aimed = cells.filter(({ name }) => name in AIMS);
  const reached = aimed.filter(({ name, now }) => Number(inThousandths(now)) <= AIMS[name]);
  return {
    title: 'Simulated plants',
    text: ['nRMSE under the masks that come with them, angles the short way round.'],
    names: [...NAMES, 'aim'],
    rows: cells.map((cell) => [...rowOf(cell), cell.name in AIMS ? inThousandths(AIMS[cell.name]) : '']),
    verdicts: [
      {
        what: 'plants that reach their aim',
        bar: `>= ${FEWEST_AIMS} of ${aimed.length}`,
        measured: `${reached.length}`,
        met: reached.length >= FEWEST_AIMS,
      },
      ...judgeHarm('plants', cells, 0),
    ],
  };
}

function describeRecordings(cells: readonly CellResult[]): Section {
  const patterns = Object.entries(MEANS).map(([pattern, bar]): Verdict => {
    const ratios = cells.filter(({ group }) => group === pattern).map(({ now, before }) => now / before);
    const mean = geometricMean(ratios);
    return {
      what: `${pattern}: geometric mean of now over before`,
      bar: `<= ${bar}`,
      measured: ratio(mean),
      met: mean <= bar,
    };
  });
  const near = Object.entries(NEAR_BEST).map(([within, bar]): Verdict => {
    const share = cells.filter(({ now, best }) => now <= Number(within) * best).length / cells.length;
    return {
      what: `cells within ${within} of the best peer, chosen afterwards`,
      bar: `>= ${percent(bar)}`,
      measured: percent(share),
      met: share >= bar,
    };
  });
  const long = cells.filter(({ group }) => group === 'long');
  const uncovered = long.filter(
    ({ source, coverage }) => coverage < LONG_COVERAGE && !source.startsWith(EXEMPT),
  );
  const harmed = cells.filter(({ now, before }) => now > HARM * before);
  const beaten = cells.filter(({ now, best }) => now > HARM * best);
  return {
    title: 'Recordings, whole and with five random sensors',
    text: [
      'nRMSE, geometric means over the masks; every mask draws other sensors where there are five. "worst" is that of a single ' +
        'mask. The best peer of each mask is chosen afterwards; the one named is so on most of them.',
      `Masks above ${HARM} of before: ${list(harmed, ({ now, before }) => now / before)}.`,
      `Masks above ${HARM} of the best peer: ${list(beaten, ({ now, best }) => now / best)}.`,
    ],
    names: [...NAMES.slice(0, 5), 'worst', ...NAMES.slice(5)],
    rows: [...groupBy(cells, ({ source, group }) => `${source}, ${group}`)].map(([name, same]) =>
      joinRow(name, same),
    ),
    verdicts: [
      ...patterns,
      ...judgeHarm('recordings', cells, MOST_HARMED),
      ...near,
      {
        what: `coverage of at least ${LONG_COVERAGE} in long outages`,
        bar: 'every cell',
        measured: uncovered.length === 0 ? 'yes' : uncovered.map(({ name }) => name).join('; '),
        met: uncovered.length === 0,
      },
    ],
  };
}

const list = (cells: readonly CellResult[], of: (cell: CellResult) => number): string =>
  cells.length === 0
    ? 'none'
    : [...cells]
        .sort((a, b) => of(b) - of(a))
        .map((cell) => `${cell.name} (${ratio(of(cell))})`)
        .join('; ');

function groupBy<Key>(
  cells: readonly CellResult[],
  keyOf: (cell: CellResult) => Key,
): Map<Key, CellResult[]> {
  const groups = new Map<Key, CellResult[]>();
  for (const cell of cells) groups.set(keyOf(cell), [...(groups.get(keyOf(cell)) ?? []), cell]);
  return groups;
}

/** One row for the same of several masks. */
function joinRow(name: string, cells: readonly CellResult[]): string[] {
  const mean = (of: (cell: CellResult) => number): number => geometricMean(cells.map(of));
  const [before, now, best] = [
    mean((cell) => cell.before),
    mean((cell) => cell.now),
    mean((cell) => cell.best),
  ];
  const peers = [...groupBy(cells, ({ bestPeer }) => bestPeer)].sort(([, a], [, b]) => b.length - a.length);
  const worst = Math.max(...cells.map((cell) => cell.now / cell.before));
  const coverage = cells.reduce((sum, cell) => sum + cell.coverage, 0) / cells.length;
  return [
    ...[
      name,
      String(cells.reduce((sum, { n }) => sum + n, 0)),
      Number.isNaN(before) ? '' : inThousandths(before),
    ],
    ...[inThousandths(now), ratio(now / before), ratio(worst), `${inThousandths(best)} ${peers[0][0]}`],
    ...[ratio(now / best), ratio(coverage)],
  ];
}

/** Whether intervals hold for every length of gap. */
function describeIntervals(cells: readonly CellResult[]): Section {
  const sources = [
    ...groupBy(
      cells.filter(({ rows }) => rows >= COVERAGE.rows),
      ({ source }) => source,
    ),
  ].map(([source, same]) => ({
    source,
    shares: GAPS.map((_, k) => {
      const gaps = same.map((cell) => cell.gaps[k]).filter(({ n }) => n > 0);
      const n = gaps.reduce((sum, gap) => sum + gap.n, 0);
      return n < COVERAGE.values ? NaN : gaps.reduce((sum, gap) => sum + gap.n * gap.coverage, 0) / n;
    }),
  }));
  const isOff = (share: number): boolean =>
    Number(share.toFixed(2)) < COVERAGE.least || Number(share.toFixed(2)) > COVERAGE.most;
  const off = sources.flatMap(({ source, shares }) =>
    shares.flatMap((share, k) => (isOff(share) ? [`${source}, ${GAPS[k]}: ${ratio(share)}`] : [])),
  );
  return {
    title: 'Whether intervals hold, by the length of the gap',
    text: [
      `Share of hidden values within mean ± 2 sd, by frames since the sensor was last seen: all patterns and masks together, recordings of ${COVERAGE.rows} scored rows and more, where there are ${COVERAGE.values} values.`,
    ],
    names: ['recording', ...GAPS],
    rows: sources.map(({ source, shares }) => [source, ...shares.map(ratio)]),
    verdicts: [
      {
        what: 'intervals hold for every length of gap',
        bar: `${COVERAGE.least} to ${COVERAGE.most}`,
        measured: off.length === 0 ? 'yes' : off.join('; '),
        met: off.length === 0,
      },
    ],
  };
}

function judgeHarm(what: string, cells: readonly CellResult[], most: number): Verdict[] {
  const ratios = cells.map(({ now, before }) => now / before).filter((value) => !Number.isNaN(value));
  if (ratios.length === 0) return [];
  const share = ratios.filter((value) => value > HARM).length / ratios.length;
  const worst = Math.max(...ratios);
  return [
    {
      what: `${what}: cells above ${HARM} of before`,
      bar: `<= ${percent(most)}`,
      measured: percent(share),
      met: share <= most,
    },
    { what: `${what}: worst cell`, bar: `<= ${WORST}`, measured: ratio(worst), met: worst <= WORST },
  ];
}
