import { Calendar } from './calendar';
import { clockCycles, foundCycle, givenCycle, REMEMBERED, type Cycle } from './cycles';

/** Day and week (and year) by the clock; none; or one rhythm of so many seconds. */
export type Rhythm = 'auto' | 'none' | number;

/** Where frames are in their rhythms, as bins take it and as a regression does. */
export class RhythmClock {
  readonly cycles: readonly Cycle[];
  /** From 0 to 1, for each rhythm. */
  readonly phases: Float64Array;
  /** sqrt(2) sin and cos of each harmonic. */
  readonly inputs: Float64Array;
  readonly #calendar: Calendar;

  /**
   * `frameMs`: the usual time between frames; null: they have no times, and no rhythm but one of `period` frames, if it was
   * found. The clock then counts frames in place of ms. `remembered`: rhythms that take more frames to show are no inputs.
   */
  constructor(
    rhythm: Rhythm,
    timeZone: string,
    frameMs: number | null,
    period: number | null = null,
    remembered = REMEMBERED,
  ) {
    this.cycles = cyclesOf(rhythm, frameMs, period, remembered);
    this.phases = new Float64Array(this.cycles.length);
    this.inputs = new Float64Array(this.cycles.reduce((sum, { harmonics }) => sum + 2 * harmonics, 0));
    this.#calendar = new Calendar(frameMs === null ? 'UTC' : timeZone);
  }

  /** It is this time, in epoch ms. */
  tell(ms: number): void {
    const { cycles, phases } = this;
    if (cycles.length === 0) return;
    this.#calendar.phases(ms, cycles, phases);
    for (let q = 0, at = 0; q < cycles.length; at += 2 * cycles[q].harmonics, q++)
      this.#turn(at, cycles[q].harmonics, 2 * Math.PI * phases[q]);
  }

  /** sin and cos of k times the angle from those of k - 1 times. */
  #turn(first: number, harmonics: number, angle: number): void {
    const sine = Math.sin(angle);
    const cosine = Math.cos(angle);
    let s = 0;
    let c = Math.SQRT2;
    for (let at = first; at < first + 2 * harmonics; at += 2) {
      const turned = s * cosine + c * sine;
      c = c * cosine - s * sine;
      s = turned;
      this.inputs[at] = s;
      this.inputs[at + 1] = c;
    }
  }
}

function cyclesOf(
  rhythm: Rhythm,
  frameMs: number | null,
  period: number | null,
  remembered: number,
): readonly Cycle[] {
  if (rhythm === 'none') return [];
  if (frameMs === null) return period === null ? [] : [foundCycle(period, remembered)];
  return rhythm === 'auto'
    ? clockCycles(frameMs, remembered)
    : givenCycle(1000 * rhythm, frameMs, remembered);
}
