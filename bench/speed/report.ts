import { table } from '../table';
import { MOST_ADAPTIVE_GROWTH, MOST_TIMES_PSMF, type AdaptiveTimes } from './adaptive';
import type { Results, StepTimes } from './results';

/** A number the filter is to reach, and whether it did; undefined where the sizes it needs were not run. */
export interface Target {
  readonly what: string;
  readonly measured: string;
  readonly met: boolean | undefined;
}

const LEAST_RATIOS = [
  { d: 8, r: 3, least: 18 },
  { d: 74, r: 10, least: 30 },
  { d: 505, r: 10, least: 50 },
];
const MOST_GROWTH = 6;
const MOST_BYTES = 1;
const MOST_SLOWDOWN = 1.3;

/** How the time grows from d = 2000 to d = 10000; undefined where these were not run. */
export function growthInSensors(
  steps: readonly StepTimes[],
): { ratio: number; exponent: number } | undefined {
  const from = steps.find(({ d, r }) => d === 2000 && r === 10);
  const to = steps.find(({ d, r }) => d === 10000 && r === 10);
  if (!from || !to) return undefined;
  const ratio = to.ours / from.ours;
  return { ratio, exponent: Math.log(ratio) / Math.log(to.d / from.d) };
}

export function judge(results: Results): Target[] {
  const ratios = LEAST_RATIOS.map(({ d, r, least }): Target => {
    const times = results.steps.find((size) => size.d === d && size.r === r);
    return {
      what: `at least ${least} times as fast as the equations on ml-matrix at ${d} x ${r}`,
      measured: times
        ? `${ratio(times.plain, times.ours)} (tuned by hand: ${ratio(times.tuned, times.ours)})`
        : 'not run',
      met: times && times.plain / times.ours >= least,
    };
  });
  const growth = growthInSensors(results.steps);
  const bytes = Math.max(...results.heap.map(({ bytesPerStep }) => bytesPerStep));
  const slowdown = Math.max(...results.instances.map(({ first, tenth }) => tenth / first));
  return [
    ...ratios,
    {
      what: `t(10000) / t(2000) at most ${MOST_GROWTH}`,
      measured: growth ? growth.ratio.toFixed(2) : 'not run',
      met: growth && growth.ratio <= MOST_GROWTH,
    },
    {
      what: `less than ${MOST_BYTES} byte of heap a step, in every case`,
      measured: `${bytes.toFixed(2)} at worst`,
      met: bytes < MOST_BYTES,
    },
    {
      what: `the tenth instance at most ${MOST_SLOWDOWN} times the first`,
      measured: `${slowdown.toFixed(2)} at worst`,
      met: slowdown <= MOST_SLOWDOWN,
    },
    ...judgeAdaptive(results.adaptive),
  ];
}

export function judgeAdaptive({ compared, adaptive, psmf, narrow, wide, heap }: AdaptiveTimes): Target[] {
  const bytes = Math.max(...heap.map(({ bytesPerStep }) => bytesPerStep));
  return [
    {
      what: `default model: at most ${MOST_TIMES_PSMF} times the paper's PSMF at ${compared.d} x ${compared.r}`,
      measured: ratio(adaptive, psmf),
      met: adaptive / psmf <= MOST_TIMES_PSMF,
    },
    {
      what: `default model: t(${wide.d}) / t(${narrow.d}) at most ${MOST_ADAPTIVE_GROWTH}`,
      measured: (wide.time / narrow.time).toFixed(2),
      met: wide.time / narrow.time <= MOST_ADAPTIVE_GROWTH,
    },
    {
      what: `default model: less than ${MOST_BYTES} byte of heap a frame`,
      measured: `${bytes.toFixed(2)} at worst`,
      met: bytes < MOST_BYTES,
    },
  ];
}

export const formatAdaptive = ({ compared, adaptive, psmf, narrow, wide }: AdaptiveTimes): string =>
  `A frame of the default model: ${microseconds(adaptive)} µs at ${compared.d} sensors, where a PSMF step takes ` +
  `${microseconds(psmf)}; ${microseconds(narrow.time)} at ${narrow.d}, ${microseconds(wide.time)} at ${wide.d} while a group is held out.`;

export const formatTarget = ({ what, measured, met }: Target): string =>
  `${met === undefined ? 'not run' : met ? 'pass   ' : 'miss   '}  ${what}: ${measured}`;

export function formatResults(results: Results): string {
  const growth = growthInSensors(results.steps);
  const { company } = results;
  return [
    `One filter step, ${100 * results.missing} % of the readings missing, uniform R; node ${results.node}, ${results.machine}.`,
    `CPU time in µs, medians of ${results.rounds} rounds in turns. "plain", "tuned": rPSMF on ml-matrix, in r x r form, one`,
    'expression for each equation, and rewritten by hand around the way ml-matrix stores rows; the ratios are to our rPSMF.',
    '',
    table(
      ['d', 'r', 'rPSMF', 'PSMF', 'plain', 'tuned', 'plain/rPSMF', 'tuned/rPSMF'],
      results.steps.map(({ d, r, ours, psmf, tuned, plain }) => [
        ...[String(d), String(r), ...[ours, psmf, plain, tuned].map(microseconds)],
        ...[ratio(plain, ours), ratio(tuned, ours)],
      ]),
    ),
    ...(growth
      ? [
          '',
          `From d = 2000 to 10000 at r = 10: ${growth.ratio.toFixed(2)} times the time, exponent ${growth.exponent.toFixed(2)}.`,
        ]
      : []),
    '',
    table(
      ['d', 'r', 'heap of', 'bytes a step'],
      results.heap.map(({ what, d, r, bytesPerStep }) => [
        String(d),
        String(r),
        what,
        bytesPerStep.toFixed(3),
      ]),
    ),
    '',
    table(
      ['d', 'r', 'first of ten', 'tenth', 'tenth/first'],
      results.instances.map(({ d, r, first, tenth }) => [
        ...[String(d), String(r), microseconds(first), microseconds(tenth)],
        (tenth / first).toFixed(2),
      ]),
    ),
    `rPSMF ${company.d} x ${company.r} alone and after every other rank and model has run in the process: ` +
      `${microseconds(company.before)} and ${microseconds(company.after)} µs.`,
    formatAdaptive(results.adaptive),
    '',
    ...judge(results).map(formatTarget),
  ].join('\n');
}

const microseconds = (value: number): string => (value < 100 ? value.toPrecision(3) : value.toFixed(0));
const ratio = (a: number, b: number): string => `${(a / b).toFixed(1)}x`;
