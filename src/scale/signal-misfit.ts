import { damagedState } from '../errors';

/** Readings remembered. */
const MEMORY = 150;
/** What another filter was wrong by counts as this many readings. */
const LITTLE = 10;
const FIELDS = 4;
/** Stands for a reading that is not there; readings are smaller. */
const NONE = 1e61;
/** Bound on a mean square of readings, second differences included. */
const LARGEST = 1e125;

/**
 * How far a sensor's signal is from where the filter has it, beyond what the filter admits: the mean square of readings less
 * signal, minus that of their noise. A filter whose dynamics do not fit takes what it cannot follow for noise. Readings alone
 * tell better: the second difference of a smooth signal is next to nothing, that of noise of variance s has variance 6 s. A
 * rough signal is taken for noise; then nothing is added. A spike counts the same in both.
 */
export class SignalMisfit {
  readonly #excess: number[] = [];
  /** Readings it is the mean of. */
  readonly #count: number[] = [];
  /** The last reading and the one before. */
  readonly #last: number[] = [];
  readonly #before: number[] = [];

  addSensor(): void {
    this.#excess.push(0);
    this.#count.push(0);
    this.#last.push(NONE);
    this.#before.push(NONE);
  }

  /** A variance to add to that of sensor j's signal. */
  variance(j: number): number {
    return Math.max(0, this.#excess[j]);
  }

  /** A reading of sensor j, NaN: a gap, and where the filter has its signal after learning it; NaN: nowhere yet. */
  note(j: number, reading: number, signal: number): void {
    const [last, before] = [this.#last[j], this.#before[j]];
    this.#before[j] = last;
    this.#last[j] = Number.isNaN(reading) ? NONE : reading;
    if (Number.isNaN(reading - signal) || last === NONE || before === NONE) return;
    const noise = (reading - 2 * last + before) ** 2 / 6;
    this.#count[j] = Math.min(MEMORY, this.#count[j] + 1);
    const excess = this.#excess[j] + ((reading - signal) ** 2 - noise - this.#excess[j]) / this.#count[j];
    if (Math.abs(excess) < LARGEST) this.#excess[j] = excess;
  }

  /** Another filter has taken over: what the last one was wrong by counts little. */
  forget(): void {
    this.#count.forEach((count, j) => (this.#count[j] = Math.min(LITTLE, count)));
  }

  copy(): SignalMisfit {
    return SignalMisfit.restore(this.pack(), this.#count.length);
  }

  pack(): number[] {
    return [...this.#excess, ...this.#last, ...this.#before, ...this.#count];
  }

  static length(sensors: number): number {
    return FIELDS * sensors;
  }

  static restore(numbers: ArrayLike<number>, sensors: number): SignalMisfit {
    const misfit = new SignalMisfit();
    const isWithin = (most: number) => (value: number) => Math.abs(value) <= most;
    const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MEMORY;
    const fields: readonly (readonly [number[], (value: number) => boolean])[] = [
      [misfit.#excess, isWithin(LARGEST)],
      [misfit.#last, isWithin(NONE)],
      [misfit.#before, isWithin(NONE)],
      [misfit.#count, isCount],
    ];
    for (const [f, [field, isRight]] of fields.entries())
      for (let j = 0; j < sensors; j++) {
        const value = numbers[f * sensors + j];
        if (!isRight(value)) throw damagedState('the misfit of a signal', 'a number in range', `${value}`);
        field.push(value);
      }
    return misfit;
  }
}
