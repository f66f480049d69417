import { isCount } from '../arguments';
import { SensorState, isWithin } from './sensor-state';

/** Readings remembered. */
const MEMORY = 150;
/** What another filter was wrong by counts as this many readings. */
const LITTLE = 10;
/** Stands for a reading that is not there; readings are smaller. */
const NONE = 1e61;
/** Bound on a mean square of readings, second differences included. */
const LARGEST = 1e125;

const FIELDS = {
  excess: { start: 0, isReachable: isWithin(LARGEST) },
  /** The last reading and the one before. */
  last: { start: NONE, isReachable: isWithin(NONE) },
  before: { start: NONE, isReachable: isWithin(NONE) },
  /** Readings that the excess is the mean of. */
  count: { start: 0, isReachable: (count: number) => isCount(count) && count <= MEMORY },
};

/**
 * How far a sensor's signal is from where the filter has it, beyond what the filter admits: the mean square of readings less
 * signal, minus that of their noise. A filter whose dynamics do not fit takes what it cannot follow for noise. Readings alone
 * tell better: the second difference of a smooth signal is next to nothing, that of noise of variance s has variance 6 s. A
 * rough signal is taken for noise; then nothing is added. A spike counts the same in both.
 */
export class SignalMisfit extends SensorState<keyof typeof FIELDS> {
  constructor(sensors = 0) {
    super(FIELDS, sensors);
  }

  /** A variance to add to that of sensor j's signal. */
  variance(j: number): number {
    return Math.max(0, this.of.excess[j]);
  }

  /** A reading of sensor j, NaN: a gap, and where the filter has its signal after learning it; NaN: nowhere yet. */
  note(j: number, reading: number, signal: number): void {
    const { excess, count } = this.of;
    const [last, before] = [this.of.last[j], this.of.before[j]];
    this.of.before[j] = last;
    this.of.last[j] = Number.isNaN(reading) ? NONE : reading;
    if (Number.isNaN(reading - signal) || last === NONE || before === NONE) return;
    const noise = (reading - 2 * last + before) ** 2 / 6;
    count[j] = Math.min(MEMORY, count[j] + 1);
    const next = excess[j] + ((reading - signal) ** 2 - noise - excess[j]) / count[j];
    if (Math.abs(next) < LARGEST) excess[j] = next;
  }

  /** Another filter has taken over: what the last one was wrong by counts little. */
  forget(): void {
    const { count } = this.of;
    for (let j = 0; j < count.length; j++) count[j] = Math.min(LITTLE, count[j]);
  }
}
