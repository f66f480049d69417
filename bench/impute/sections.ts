import { formatAdaptive, judgeAdaptive } from '../speed/report';
import { WHOLE } from './ablation';
import { describeCells } from './cell-sections';
import { figures, inThousandths, judgeCell, judgeComparison, type Verdict } from './bars';
import { REFERENCE, type Comparison, type Score } from './comparison';
import { judgeContaminated } from './contamination';
import { dataSets } from './data-sets';
import type { EventResult } from './events';
import { describeParts } from './part-section';
import type { ImputeResults } from './results';
import type { Section } from './section';
import { judgeMemory, judgeSoak } from './soak';

const ratio = (value: number): string => value.toFixed(2);
const share = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(2).replace(/^0/, ''));
const score = ({ nrmse, coverage }: Score): string =>
  Number.isNaN(coverage) ? inThousandths(nrmse) : `${inThousandths(nrmse)} / ${share(coverage)}`;
const mark = (verdict: Verdict | undefined): string =>
  verdict === undefined ? '' : verdict.met ? 'pass' : 'miss';

export function writeSections(results: ImputeResults): Section[] {
  const { cells, parts, comparison, contaminated, ablation, hindsight, events, soak, bytesPerSensor, speed } =
    results;
  return [
    ...(cells ? describeCells(cells) : []),
    ...(parts ? [describeParts(parts)] : []),
    ...(comparison ? [compare(comparison)] : []),
    ...(contaminated ? [describeContaminated(contaminated)] : []),
    ...(ablation ? [describeAblation(ablation)] : []),
    ...(hindsight ? [describeHindsight(hindsight)] : []),
    ...(events ? [describeEvents(events)] : []),
    ...(soak ? [describeSoak(soak, bytesPerSensor ?? NaN)] : []),
    ...(speed ? [describeSpeed(speed)] : []),
  ];
}

function compare(comparison: Comparison): Section {
  const { methods, seeds, cells, sizes } = comparison;
  return {
    title: 'Hidden values of real recordings',
    text: [
      'nRMSE / coverage of mean ± 2 sd. One causal pass, hidden values scored from row 100, errors in standard deviations of ' +
        `each series, means over masks 1 to ${seeds}. Values hidden before the first visible one of their series are scored for ` +
        'no method; all methods are scored on the same n values. "prototype": what a prototype of the model reached on masks of ' +
        'its own; "reference": that prototype, as the golden vectors have it, on our masks, which is the fair comparison; ' +
        '"spread": our nRMSE over the masks, which says how far two sets of masks may differ.',
    ],
    names: [
      'set',
      'pattern',
      'n',
      'prototype',
      'reference',
      ...methods,
      'spread',
      'nRMSE',
      'coverage',
      'never worse',
    ],
    rows: cells.map((cell) => {
      const { set, pattern, n, scores, bySeed } = cell;
      const known = figures[set]?.[pattern];
      const verdicts = judgeCell(cell);
      return [
        `${dataSets[set].title}, ${sizes[set]?.sensors}`,
        pattern,
        String(n),
        known ? `${inThousandths(known.nrmse)} / ${share(known.coverage)}` : '',
        ...[REFERENCE, ...methods].map((name) => score(scores[name])),
        `${inThousandths(Math.min(...bySeed))} - ${inThousandths(Math.max(...bySeed))}`,
        ...[mark(verdicts.figure), mark(verdicts.coverage), mark(verdicts.neverWorse)],
      ];
    }),
    verdicts: judgeComparison(comparison),
    plot: 'errors',
  };
}

function describeContaminated(results: NonNullable<ImputeResults['contaminated']>): Section {
  return {
    title: 'Damaged readings',
    text: ['nRMSE on seg30 when the readings the model sees are damaged; the hidden values stay true.'],
    names: ['set', 'damage', 'clean', 'damaged', 'ratio'],
    rows: results.map(({ set, damage, clean, damaged }) => [
      ...[dataSets[set].title, damage, inThousandths(clean), inThousandths(damaged)],
      ratio(damaged / clean),
    ]),
    verdicts: judgeContaminated(results),
  };
}

function describeAblation(results: NonNullable<ImputeResults['ablation']>): Section {
  const whole = results.find(({ without }) => without === WHOLE);
  return {
    title: 'What each part is worth',
    text: [
      'The model without one part of it: means over all sets and patterns, mask 1. "change" is that of the CRPS; "most" and ' +
        '"least" are the sets and patterns where leaving the part out hurts most and least (below 1: it helps), as ratios of CRPS. ' +
        '"smooth": nRMSE of single values / segments hidden in synthetic series almost without noise; "events": the largest error over that of the last value after ' +
        'any of the events below.',
      'A part is in the default if the mean CRPS is worse without it, or another column is: smooth for the trend, events for ' +
        'followsShifts and relearns. recallsHistory makes no difference here: it is for sensors that fall out right after they ' +
        'got their units. "nothing, with": as the golden vectors have it.',
    ],
    names: ['without', 'CRPS', 'change', 'nRMSE', 'coverage', 'smooth', 'events', 'most', '', 'least', ' '],
    rows: [...results]
      .sort((a, b) => b.crps - a.crps)
      .map(({ without, crps, nrmse, coverage, worst, best, smooth, worstEvent }) => [
        ...[without, crps.toFixed(4), change(crps, whole?.crps ?? NaN), nrmse.toFixed(4), share(coverage)],
        ...[smooth.map(inThousandths).join(' / '), ratio(worstEvent)],
        ...[ratio(worst.ratio), worst.where, ratio(best.ratio), best.where],
      ]),
    verdicts: [],
    plot: 'ablation',
  };
}

const change = (value: number, base: number): string => {
  const percent = 100 * (value / base - 1);
  return `${percent >= 0 ? '+' : ''}${percent.toFixed(1)} %`;
};

function describeHindsight(results: NonNullable<ImputeResults['hindsight']>): Section {
  const segments = results.filter(({ pattern }) => pattern === 'seg30');
  const mean = Math.exp(
    segments.reduce((sum, { online, again }) => sum + Math.log(again.nrmse / online.nrmse), 0) /
      segments.length,
  );
  return {
    title: 'Filled again when back',
    text: [
      'nRMSE / coverage of hidden values in gaps that ended: as they were filled at the time, and once more with both ends ' +
        'known. Mask 1.',
    ],
    names: ['set', 'pattern', 'n', 'at the time', 'again', 'ratio'],
    rows: results.map(({ set, pattern, n, online, again }) => [
      ...[dataSets[set].title, pattern, String(n)],
      ...[
        score({ ...online, crps: NaN }),
        score({ ...again, crps: NaN }),
        inThousandths(again.nrmse / online.nrmse),
      ],
    ]),
    verdicts:
      segments.length === 0
        ? []
        : [
            {
              what: 'segments, geometric mean: error filled again over that at the time',
              bar: '<= .85',
              measured: inThousandths(mean),
              met: mean <= 0.85,
            },
          ],
  };
}

function describeEvents(results: readonly EventResult[]): Section {
  return {
    title: 'Events',
    text: [
      'Eight synthetic sensors; something happens to one of them. Its error 100 to 300 frames later, where it is missing for 10 ' +
        'frames of every 20, in standard deviations of what it then shows. "forewarned": a model that had the new units from its ' +
        'first frame on.',
    ],
    names: [
      ...['event', 'error', 'forewarned', 'error / forewarned', 'last value', 'error / last', 'coverage'],
      'numbers throughout',
    ],
    rows: results.map(({ name, error, forewarned, last, coverage, finite }) => [
      ...[name, inThousandths(error), inThousandths(forewarned), ratio(error / forewarned)],
      ...[inThousandths(last), ratio(error / last), share(coverage), finite ? 'yes' : 'NO'],
    ]),
    verdicts: results.flatMap(({ name, error, last, finite }) => [
      {
        what: `${name}: numbers throughout`,
        bar: 'every frame',
        measured: finite ? 'yes' : 'no',
        met: finite,
      },
      {
        what: `${name}: error over that of the last value`,
        bar: '<= 1',
        measured: ratio(error / last),
        met: error <= last,
      },
    ]),
  };
}

function describeSoak(soak: NonNullable<ImputeResults['soak']>, bytes: number): Section {
  return {
    title: 'A long run',
    text: [
      `${soak.frames} frames of 8 synthetic sensors whose mixing changes after nine tenths of them. Leave-one-out error: ` +
        `${inThousandths(soak.before)} in the 500 frames before, ${inThousandths(soak.justAfter)} in the 50 frames after, ` +
        `${inThousandths(soak.learned)} in frames 500 to 1,000 after.`,
    ],
    verdicts: [...judgeSoak(soak), judgeMemory(bytes)],
  };
}

function describeSpeed(speed: NonNullable<ImputeResults['speed']>): Section {
  return {
    title: 'Time of a frame',
    text: [`${formatAdaptive(speed)} CPU time, medians in turns; ratios are what to trust.`],
    verdicts: judgeAdaptive(speed).map(({ what, measured, met }) => ({
      what,
      bar: '',
      measured,
      met: met === true,
    })),
  };
}
