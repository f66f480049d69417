import { isForgotten } from '../../src/frame/columns';
import { readNumber } from '../../src/frame/number';
import { recordOf, setField } from '../../src/frame/record';
import type { RefilledGap } from '../../src/impute/hindsight';
import type { Quality } from '../../src/impute/imputer';
import type { Kind } from '../../src/kinds/kind';
import { ImputeModel, type ImputeAnswer, type ImputeModelOptions } from '../../src/stream/impute-model';
import type { BlockHead, ImputeBlock, StreamEvent } from '../../src/stream/messages';
import type { Behaviour, Numbers, Round, Watch } from './behaviour';
import { mark, type ShownFrame } from './shown-frame';
import { createSilenceWatch, describeSilent, listSilent } from './silence';
import { countSensors, describeReady, learning, WARM_UP, warning, type Shown } from './status-texts';

/** What psmf-impute is set to beyond its model. */
interface ImputeSettings {
  /** Sensors that a frame needs to be usable; null: all. */
  readonly needed: readonly string[] | null;
}

export function createImputeBehaviour(
  options: ImputeModelOptions,
  round: Round,
  { needed }: ImputeSettings = { needed: null },
): Behaviour<ImputeAnswer> {
  const isReplacing = options.outliers === 'replace';
  return {
    block: 'impute',
    warmUp: WARM_UP,
    distrustsFilled: false,
    create: () => new ImputeModel(options),
    restore: (snapshot) => ImputeModel.restore(options, snapshot),
    describe: (answer, head): ImputeBlock => describeFrame(answer, head, round, isReplacing, needed),
    valueAt({ outcome, value, outlier, estimate, model }, j, isPresent) {
      const isReplaced = isReplacing && outlier[j] && Number.isFinite(estimate[j]);
      if (outcome[j] === 'observed') return isReplaced ? round(model?.fill?.[j] ?? estimate[j]) : undefined;
      if (outcome[j] === 'filled') return round(value[j]);
      return isPresent || outcome[j] === 'expired' ? null : undefined;
    },
    boundsAt({ outcome, value, lower, upper, names }, j, fields, out) {
      const isRead = outcome[j] === 'observed';
      out.value = isRead ? readNumber(fields[names[j]]) : round(value[j]);
      out.lower = round(lower[j]);
      out.upper = round(upper[j]);
    },
    show: showFrame,
    watch: () => createWatch(round),
    status: describeStatus,
  };
}

/** Tells of silent sensors, and of gaps that were filled once more. */
function createWatch(round: Round): Watch<ImputeAnswer> {
  const silence = createSilenceWatch();
  return {
    ...silence,
    events(answer) {
      const news = silence.events(answer);
      const { refilled, names } = answer;
      return refilled.length === 0
        ? news
        : [...news, ...refilled.map((gap) => tellRefilled(gap, names, round))];
    },
  };
}

const tellRefilled = (
  { column, gap, points }: RefilledGap,
  names: readonly string[],
  round: Round,
): StreamEvent => ({
  topic: 'refilled',
  payload: {
    sensor: names[column],
    gap,
    points: points.map(({ time, value, lower, upper }) => ({
      time,
      value: round(value),
      lower: round(lower),
      upper: round(upper),
    })),
  },
});

function describeFrame(
  answer: ImputeAnswer,
  head: BlockHead,
  round: Round,
  isReplacing: boolean,
  needed: readonly string[] | null,
): ImputeBlock {
  const { names, outcome, value, estimate, sd, lower, upper, gap, quality, outlier } = answer;
  const replaced: Numbers = {};
  const filled: string[] = [];
  const expired: string[] = [];
  const outliers: string[] = [];
  const qualities: Record<string, Quality> = {};
  const numbers = { estimate: {}, sd: {}, lower: {}, upper: {}, gap: {} } as Record<string, Numbers>;
  for (let j = 0; j < names.length; j++) {
    const name = names[j];
    if (outlier[j]) outliers.push(name);
    if (isReplacing && outlier[j] && Number.isFinite(estimate[j])) setField(replaced, name, value[j]);
    if (outcome[j] === 'filled') filled.push(name);
    else if (outcome[j] === 'expired') expired.push(name);
    if (outcome[j] === 'filled' || outcome[j] === 'expired') setField(numbers.gap, name, gap[j]);
    const judged = quality[j];
    if (judged !== null) setField(qualities, name, judged);
    if (Number.isFinite(estimate[j])) setField(numbers.estimate, name, round(estimate[j]));
    if (!Number.isFinite(sd[j])) continue;
    setField(numbers.sd, name, round(sd[j]));
    setField(numbers.lower, name, round(lower[j]));
    setField(numbers.upper, name, round(upper[j]));
  }
  return {
    key: head.key,
    time: head.time,
    seq: head.seq,
    phase: head.phase,
    late: head.late,
    filled,
    estimate: numbers.estimate,
    sd: numbers.sd,
    lower: numbers.lower,
    upper: numbers.upper,
    gap: numbers.gap,
    quality: qualities,
    kinds: listKinds(answer),
    rejected: answer.rejected.size === 0 ? {} : recordOf(answer.rejected),
    outliers,
    expired,
    replaced,
    usable: isUsable(answer, needed),
  };
}

function showFrame({ outcome, quality, outlier, value, model }: ImputeAnswer, shown: ShownFrame): void {
  const sensors = shown.value.length;
  for (let j = 0; j < sensors; j++) {
    shown.value[j] = value[j];
    shown.estimate[j] = model === null ? NaN : model.mean[j];
    shown.halfWidth[j] = model === null ? NaN : 2 * model.sd[j];
    const what = outcome[j];
    if (what === 'observed') shown.mark[j] = outlier[j] ? mark.observed | mark.outlier : mark.observed;
    else if (what === 'filled') shown.mark[j] = quality[j] === 'uncertain' ? mark.uncertain : mark.filled;
    else shown.mark[j] = what === 'expired' ? mark.expired : mark.none;
  }
}

/** What sensors are taken for that are not plain. */
function listKinds({ names, kinds }: ImputeAnswer): Record<string, Kind> {
  const found: Record<string, Kind> = {};
  for (let j = 0; j < names.length; j++) if (kinds[j] !== 'plain') setField(found, names[j], kinds[j]);
  return found;
}

/** Whether every sensor that is needed was read, or is estimated and not uncertain; one that was never heard of is neither. */
function isUsable({ names, outcome, quality }: ImputeAnswer, needed: readonly string[] | null): boolean {
  const isFit = (j: number): boolean =>
    outcome[j] === 'observed' || (outcome[j] === 'filled' && quality[j] !== 'uncertain');
  if (needed !== null) return needed.every((name) => isFit(names.indexOf(name)));
  return names.length > 0 && names.every((name, j) => isForgotten(name) || isFit(j));
}

function describeStatus(answer: ImputeAnswer): Shown {
  const { phase, seq, names, outcome } = answer;
  const silent = listSilent(answer);
  const filled = outcome.filter((what) => what === 'filled').length;
  if (phase === 'warming') return learning(seq, WARM_UP);
  if (silent.length > 0) return describeSilent(silent);
  if (filled > 0) return warning((say) => say('filled', { filled, sensors: countSensors(names) }));
  return describeReady(countSensors(names));
}
