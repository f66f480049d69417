import { isMeant, type Limit } from '../../src/ahead/limit';
import { LimitWatch } from '../../src/ahead/limit-watch';
import type { LimitWords } from '../../src/ahead/words';
import { readNumber } from '../../src/frame/number';
import { recordOf, setField } from '../../src/frame/record';
import type { FilterAnswer, ForecastFrame } from '../../src/stream/filter-answer';
import { FilterModel } from '../../src/stream/filter-model';
import { readPlan, rhythmOf, type FilterModelOptions } from '../../src/stream/filter-options';
import type { BlockHead, FilterBlock, ForecastBlock, StreamEvent } from '../../src/stream/messages';
import type { Behaviour, Numbers, Round, Watch } from './behaviour';
import { mark, type ShownFrame } from './shown-frame';
import {
  countSensors,
  describeReady,
  learning,
  shortenName,
  WARM_UP,
  warning,
  type Shown,
} from './status-texts';

export function createFilterBehaviour(
  options: FilterModelOptions,
  round: Round,
  limits: readonly Limit[] = [],
  words?: LimitWords,
): Behaviour<FilterAnswer> {
  const rhythm = rhythmOf(readPlan(options));
  return {
    block: 'filter',
    warmUp: WARM_UP,
    distrustsFilled: true,
    create: () => new FilterModel(options),
    restore: (snapshot) => FilterModel.restore(options, snapshot),
    describe: (answer, head): FilterBlock => describeFrame(answer, head, round),
    valueAt({ mean }, j, isPresent, held) {
      if (!isPresent) return undefined;
      if (Number.isFinite(mean[j])) return round(mean[j]);
      return Number.isNaN(readNumber(held)) ? null : undefined;
    },
    boundsAt({ mean, sd, names }, j, fields, out) {
      out.value = Number.isFinite(mean[j]) ? round(mean[j]) : readNumber(fields[names[j]]);
      out.lower = round(mean[j] - 2 * sd[j]);
      out.upper = round(mean[j] + 2 * sd[j]);
    },
    show: showFrame,
    watch: () => createWatch(limits, words),
    prepareFit: (model, settings) => (model as FilterModel).prepareFit(settings), // create and restore make no other
    status({ phase, seq, names, period }): Shown {
      const isTimeless = rhythm !== null && period === null && seq > WARM_UP;
      if (isTimeless) return warning((say) => say('no-times'));
      if (phase === 'warming') return learning(seq, WARM_UP);
      const isUnseen = rhythm !== null && period !== null && rhythm <= 2 * period;
      if (isUnseen) return warning((say) => say('short-rhythm'));
      const idle = limits.find((limit) => !names.some((name) => isMeant(limit, name)));
      if (idle === undefined) return describeReady(countSensors(names));
      return warning((say) => say('no-sensor', { name: shortenName(idle.sensor) }));
    },
  };
}

/** Tells of limits ahead, once the model can be relied on. */
function createWatch(limits: readonly Limit[], words?: LimitWords): Watch<FilterAnswer> {
  if (limits.length === 0) return { events: () => [] };
  const watch = new LimitWatch(limits, words);
  let values = new Float64Array(0);
  return {
    events({ names, readings, mean, outliers, forecast, period, phase }) {
      if (phase !== 'ready') return [];
      if (values.length !== names.length) values = new Float64Array(names.length);
      for (let j = 0; j < names.length; j++) values[j] = Number.isNaN(readings[j]) ? mean[j] : readings[j];
      for (const name of outliers) values[names.indexOf(name)] = NaN;
      return watch
        .update({ names, values, readings, forecast, period })
        .map((payload): StreamEvent => ({ topic: 'limit', payload }));
    },
  };
}

function describeFrame(answer: FilterAnswer, head: BlockHead, round: Round): FilterBlock {
  const { names, mean, sd, residual, period } = answer;
  const known = intervals(names, mean, sd, round);
  const residuals: Numbers = {};
  for (let j = 0; j < names.length; j++) {
    if (Number.isFinite(residual[j])) setField(residuals, names[j], round(residual[j]));
  }
  return {
    key: head.key,
    time: head.time,
    seq: head.seq,
    phase: head.phase,
    late: head.late,
    estimate: known.estimate,
    sd: known.sd,
    lower: known.lower,
    upper: known.upper,
    residual: residuals,
    outliers: [...answer.outliers],
    rejected: answer.rejected.size === 0 ? {} : recordOf(answer.rejected),
    features: roundAll(answer.features, round),
    forecast: answer.forecast.map((frame) => describeForecast(frame, names, head.time, period, round)),
  };
}

function showFrame({ names, readings, mean, sd, outliers }: FilterAnswer, shown: ShownFrame): void {
  for (let j = 0; j < shown.value.length; j++) {
    const isRead = !Number.isNaN(readings[j]);
    shown.value[j] = isRead ? readings[j] : mean[j];
    shown.estimate[j] = mean[j];
    shown.halfWidth[j] = 2 * sd[j];
    shown.mark[j] = isRead ? mark.observed : Number.isNaN(mean[j]) ? mark.none : mark.filled;
  }
  for (const name of outliers) {
    const j = names.indexOf(name);
    if (j < shown.mark.length) shown.mark[j] |= mark.outlier;
  }
}

function describeForecast(
  { steps, mean, sd }: ForecastFrame,
  names: readonly string[],
  time: number,
  period: number | null,
  round: Round,
): ForecastBlock {
  const { estimate, lower, upper } = intervals(names, mean, sd, round);
  return { time: period === null ? null : time + steps * period, mean: estimate, lower, upper };
}

/** Of the sensors of which both are known. Three of the four are copies at first: an object that grows field by field costs more. */
function intervals(
  names: readonly string[],
  mean: Float64Array,
  sd: Float64Array,
  round: Round,
): { readonly [field in 'estimate' | 'sd' | 'lower' | 'upper']: Numbers } {
  const estimate: Numbers = {};
  for (let j = 0; j < names.length; j++) {
    if (isKnown(mean, sd, j)) setField(estimate, names[j], round(mean[j]));
  }
  const out = { estimate, sd: { ...estimate }, lower: { ...estimate }, upper: { ...estimate } };
  for (let j = 0; j < names.length; j++) {
    if (!isKnown(mean, sd, j)) continue;
    setField(out.sd, names[j], round(sd[j]));
    setField(out.lower, names[j], round(mean[j] - 2 * sd[j]));
    setField(out.upper, names[j], round(mean[j] + 2 * sd[j]));
  }
  return out;
}

const isKnown = (mean: Float64Array, sd: Float64Array, j: number): boolean =>
  Number.isFinite(mean[j]) && Number.isFinite(sd[j]);

function roundAll(values: ArrayLike<number>, round: Round): number[] {
  const out = new Array<number>(values.length);
  for (let i = 0; i < values.length; i++) out[i] = round(values[i]);
  return out;
}
