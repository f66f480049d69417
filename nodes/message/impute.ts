import type { NodeStatus } from 'node-red';
import { readNumber } from '../../src/frame/number';
import { recordOf, setField } from '../../src/frame/record';
import type { Quality } from '../../src/impute/imputer';
import { ImputeModel, type ImputeAnswer, type ImputeModelOptions } from '../../src/stream/impute-model';
import type { BlockHead, ImputeBlock } from '../../src/stream/messages';
import type { Behaviour, Numbers, Round } from './behaviour';
import { createSilenceWatch, listSilent } from './silence';
import { describeReady, learning, WARM_UP, warning } from './status-texts';

export function createImputeBehaviour(options: ImputeModelOptions, round: Round): Behaviour<ImputeAnswer> {
  return {
    block: 'impute',
    distrustsFilled: false,
    create: () => new ImputeModel(options),
    restore: (snapshot) => ImputeModel.restore(options, snapshot),
    describe: (answer, head): ImputeBlock => describeFrame(answer, head, round),
    valueAt({ outcome, value }, j, isPresent) {
      if (outcome[j] === 'observed') return undefined;
      if (outcome[j] === 'filled') return round(value[j]);
      return isPresent || outcome[j] === 'expired' ? null : undefined;
    },
    boundsAt({ outcome, value, lower, upper, names }, j, fields, out) {
      const isRead = outcome[j] === 'observed';
      out.value = isRead ? readNumber(fields[names[j]]) : round(value[j]);
      out.lower = round(lower[j]);
      out.upper = round(upper[j]);
    },
    watch: createSilenceWatch,
    status: describeStatus,
  };
}

function describeFrame(answer: ImputeAnswer, head: BlockHead, round: Round): ImputeBlock {
  const { names, outcome, estimate, sd, lower, upper, gap, quality, outlier } = answer;
  const filled: string[] = [];
  const expired: string[] = [];
  const outliers: string[] = [];
  const qualities: Record<string, Quality> = {};
  const numbers = { estimate: {}, sd: {}, lower: {}, upper: {}, gap: {} } as Record<string, Numbers>;
  for (let j = 0; j < names.length; j++) {
    const name = names[j];
    if (outlier[j]) outliers.push(name);
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
    rejected: answer.rejected.size === 0 ? {} : recordOf(answer.rejected),
    outliers,
    expired,
  };
}

function describeStatus(answer: ImputeAnswer): NodeStatus {
  const { phase, seq, names, outcome } = answer;
  const silent = listSilent(answer);
  const filled = outcome.filter((what) => what === 'filled').length;
  if (phase === 'warming') return learning(seq, WARM_UP.impute);
  if (silent !== '') return warning(`silent: ${silent}`);
  if (filled > 0) return warning(`filled ${filled} of ${names.length}`);
  return describeReady(names.length);
}
