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

const ratio = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(2));
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

export function describeCells(cells: readonly CellResult[]): Section[] {
  const plants = cells.filter(({ group }) => group === 'plants');
  const recordings = cells.filter(({ group }) => group !== 'plants');
  return [
    ...(plants.length > 0 ? [describePlants(plants)] : []),
    ...(recordings.length > 0 ? [describeRecordings(recordings)] : []),
  ];
}

const NAMES = ['cell', 'n', 'before', 'now', 'now / before', 'best peer', 'now / best', 'coverage'];

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
    const mean = Math.exp(ratios.reduce((sum, value) => sum + Math.log(value), 0) / ratios.length);
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
  const uncovered = long.filter(({ coverage }) => coverage < LONG_COVERAGE);
  return {
    title: 'Recordings, whole and with five random sensors',
    text: ['nRMSE on the same hidden values, each mask by itself.'],
    names: NAMES,
    rows: cells.map(rowOf),
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
