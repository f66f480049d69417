import { methodNames, type MethodName } from '../evaluate/methods';
import type { MethodScore } from '../evaluate/score';

type Scores = Readonly<Record<MethodName, MethodScore>>;

/** With fewer hidden values, other ones may say otherwise. */
const ENOUGH = 1000;
/** Errors closer than one part in twenty are the same, and so are errors of next to nothing; a fifth is much. */
const SAME = 0.05;
const MUCH = 0.2;
const NOTHING = 0.01;
/** Shares of hidden values in the interval that may be called 95 %. */
const [NARROW, WIDE] = [0.92, 0.985];

/** The answer to "will it work on my sensors?", in sentences. */
export function writeVerdict(methods: Scores): string[] {
  const { nrmse, coverage, n } = methods.adaptive;
  if (nrmse === null) return ['No answer: no hidden value could be scored. Give it more rows.'];
  const sentences = [judgeError(nrmse, methods), judgeIntervals(coverage), nameBetter(nrmse, methods)];
  if (n < ENOUGH) sentences.push(`Only ${n} hidden values were scored: another --seed may say otherwise.`);
  return sentences.filter((sentence) => sentence !== '');
}

/** Against what needs no model, the better of the last value and the mean. */
function judgeError(ours: number, { last, mean }: Scores): string {
  const isLast = (last.nrmse ?? Infinity) <= (mean.nrmse ?? Infinity);
  const rival = isLast ? 'the last value' : 'the running mean';
  const theirs = isLast ? last.nrmse : mean.nrmse;
  if (theirs === null) return '';
  const ratio = Math.max(ours, theirs) < NOTHING ? 1 : ours / Math.max(theirs, NOTHING);
  const below = `its error is ${percent(1 - ratio)} below that of ${rival}`;
  if (ratio < 1 - MUCH) return `The adaptive model works here: ${below}.`;
  if (ratio < 1 - SAME) return `The adaptive model gains little here: ${below}.`;
  if (ratio <= 1 + SAME) return `The adaptive model gains nothing here: its error is that of ${rival}.`;
  return `The adaptive model does not work here: its error is ${percent(ratio - 1)} above that of ${rival}.`;
}

function judgeIntervals(coverage: number | null): string {
  if (coverage === null) return '';
  const share = `${(100 * coverage).toFixed(1)} %`;
  if (coverage < NARROW)
    return `Its intervals are too narrow: ${share} of the hidden values lie in them, not 95 %.`;
  if (coverage > WIDE)
    return `Its intervals are wider than they need be: ${share} of the hidden values lie in them.`;
  return `Its 95 % intervals can be trusted: ${share} of the hidden values lie in them.`;
}

/** A method whose error is clearly less, if there is one and it has not been named. */
function nameBetter(ours: number, methods: Scores): string {
  const errorOf = (name: MethodName): number => methods[name].nrmse ?? Infinity;
  const rivals = (Object.keys(methodNames) as MethodName[]).filter(
    (name) => name !== 'last' && name !== 'mean',
  );
  const best = rivals.reduce((a, b) => (errorOf(b) < errorOf(a) ? b : a), 'adaptive');
  if (ours < NOTHING || errorOf(best) >= ours * (1 - SAME)) return '';
  return `Better here is ${best}: its error is ${percent(1 - errorOf(best) / ours)} below the adaptive model's.`;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
