import { CHALLENGERS } from './stack-sums';

/**
 * What the stack is asked about one sensor, what it says, and what it takes to learn from the truth. Numbers are fields, which
 * are overwritten in place: as arguments and return values of calls they would be boxed on the heap.
 */
export class StackQuestion {
  sensor: number;
  /** 0: others are seen; 1: nothing is. */
  mode = 0;
  /** Of the gap's length. */
  bucket = 0;
  /** Whether others' evidence counts too. */
  isPooled = true;
  /** The sensor's deviation; f_0 and its variance. */
  unit = NaN;
  model = NaN;
  modelVariance = NaN;
  /** f_e of the challengers; NaN where one says nothing. */
  readonly said = new Float64Array(CHALLENGERS).fill(NaN);

  /** The answer. */
  mean = NaN;
  variance = NaN;
  /** Whether intervals of gaps so long have been held against readings. */
  isMeasured = false;

  /** What was read after all. */
  reading = NaN;
  /** In deviations: D_e as they came, and cut back; sum w_e D_e. */
  readonly differences = new Float64Array(CHALLENGERS);
  readonly D = new Float64Array(CHALLENGERS);
  change = NaN;
  /** In deviations squared: the variance of the model where it is sane, and that of the answer. */
  saneVariance = NaN;
  scaledVariance = NaN;

  /** Once it is read: r = y - f_0 in deviations, the square of what the answer missed it by; its weight, and what is kept of those before. */
  r = NaN;
  errorSquare = NaN;
  weight = NaN;
  keep = NaN;
  /** What bits that are cut are rounded with: another number every time. */
  carry = 0;

  constructor(sensor: number) {
    this.sensor = sensor;
  }
}
