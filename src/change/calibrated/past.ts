import type { BeforeAfter, LevelSpread } from '../detector';
import type { Evidence } from '../evidence/evidence';
import type { FrameRing } from '../frame-ring';
import { StoredPart, type StatePart } from '../packed-state';
import {
  checkColumns,
  clearColumns,
  createColumns,
  doubles,
  growColumns,
  singles,
  type Columns,
} from '../sensor-columns';
import { NOISE, RELATION, SLOW_SPAN, SPANS, STREAMS, type Contrasts } from './contrasts';

/** Frames kept to date a change. */
export const KEPT = 80;
/** A change is looked for over so many spans of the average that shows it. */
const SPANS_BACK = 4;
const CLIP = 3;
/** Frames before a change that what was read then is taken from. */
const AROUND = 40;
/** Frames since a change that a spread can be taken from. */
const LEAST_SPREAD = 2;

const columns = {
  /** Of the last frames, NaN where missing: the residual in its scale, and the reading less what the others say of it. */
  residual: singles(NaN, KEPT),
  difference: singles(NaN, KEPT),
  /** The readings, less the sensor's first. */
  reading: singles(NaN, KEPT),
  origin: doubles(NaN),
};

/** The largest single; readings and what is left of them may be larger. */
const LARGEST = 3e38;
const toSingle = (value: number): number => Math.min(LARGEST, Math.max(-LARGEST, value));

/** Numbers that states of before hold and nothing reads. */
class Unused extends StoredPart {
  constructor(readonly length: number) {
    super();
  }

  override pack(): Float64Array {
    return new Float64Array(this.length);
  }

  override unpack(): void {}
}

/** The last frames of every sensor: when a change began, and how far it went. */
export class Past {
  readonly columns: Columns<typeof columns>;
  readonly #ring: FrameRing;

  constructor(sensors: number, ring: FrameRing) {
    this.columns = createColumns(columns, sensors);
    this.#ring = ring;
  }

  get parts(): StatePart[] {
    const { residual, difference, reading, origin } = this.columns;
    return [residual, new Unused(residual.length / 2), difference, reading, origin];
  }

  addSensor(): void {
    growColumns(columns, this.columns, this.columns.origin.length + 1);
  }

  clearSensor(j: number): void {
    clearColumns(columns, this.columns, j);
  }

  check(): void {
    checkColumns(columns, this.columns);
  }

  record(evidence: Evidence, readings: Float64Array): void {
    const { residual, difference, reading, origin } = this.columns;
    const slot = this.#ring.slotOf(0);
    for (let j = 0; j < origin.length; j++) {
      if (origin[j] !== origin[j]) origin[j] = readings[j];
      const at = j * KEPT + slot;
      residual[at] = toSingle(evidence.residual[j] / evidence.scale[j]);
      difference[at] = toSingle(evidence.filter.relation[j]);
      reading[at] = toSingle(readings[j] - origin[j]);
    }
  }

  /** How many frames ago the change began: the k that explains best why the mean of the last k left the slow average. */
  date(
    { columns: { slow } }: Contrasts,
    evidence: Evidence,
    stream: number,
    scale: number,
    j: number,
  ): number {
    const { spread } = evidence.columns;
    const reach = Math.min(this.#ring.reach, SPANS_BACK * SPANS[scale]);
    const usual = slow[j * STREAMS + stream];
    let sum = 0;
    let most = -1;
    let found = 0;
    for (let back = 0; back < reach; back++) {
      const value = this.#streamAt(stream, j, back, spread[j]);
      if (value === value) sum += value - usual;
      const gain = (sum * sum) / (back + 1);
      if (gain <= most) continue;
      most = gain;
      found = back;
    }
    return found;
  }

  /** What a sensor was before the change that began `back` frames ago, or would be without it, and what it is since. */
  compare(contrasts: Contrasts, evidence: Evidence, j: number, back: number): BeforeAfter {
    const { slow, age } = contrasts.columns;
    const { difference, reading, origin } = this.columns;
    const spread = evidence.columns.spread[j];
    let n = 0;
    let sum = 0;
    let squares = 0;
    let readings = 0;
    for (let i = 0; i <= back; i++) {
      const at = j * KEPT + this.#ring.slotOf(i);
      if (difference[at] !== difference[at]) continue;
      n++;
      sum += difference[at];
      squares += difference[at] * difference[at];
      readings += reading[at];
    }
    n = Math.max(1, n);
    const mean = sum / n;
    // The slow average has taken in the frames since the change: without them it was (slow - a mean) / (1 - a).
    const a = Math.min(0.9, Math.max(1 - Math.pow(1 - 2 / (SLOW_SPAN + 1), n), n / Math.max(age[j], 1)));
    const usual = (slow[j * STREAMS + RELATION] - a * mean) / (1 - a);
    const level = origin[j] + readings / n;
    const since = n < LEAST_SPREAD ? spread : Math.sqrt(Math.max(0, squares - n * mean * mean) / (n - 1));
    return {
      before: { level: level - (mean - usual), spread },
      after: { level, spread: since },
    };
  }

  /** What a sensor read on average before the change that began `back` frames ago, and since; null: nothing. */
  around(j: number, back: number): BeforeAfter | null {
    const before = this.#meanOf(j, back + 1, Math.min(this.#ring.reach, back + 1 + AROUND));
    const after = this.#meanOf(j, 0, back + 1) ?? before;
    return after === null ? null : { before: before ?? after, after };
  }

  /** Of the readings from so many frames ago to so many; null: nothing was read. */
  #meanOf(j: number, from: number, to: number): LevelSpread | null {
    const { reading, origin } = this.columns;
    let n = 0;
    let mean = 0;
    let squares = 0;
    for (let back = from; back < to; back++) {
      const value = reading[j * KEPT + this.#ring.slotOf(back)];
      if (value !== value) continue;
      const off = value - mean;
      mean += off / ++n;
      squares += off * (value - mean);
    }
    return n === 0 ? null : { level: origin[j] + mean, spread: Math.sqrt(squares / n) };
  }

  /** Of the relation, what of its surprise is beyond three of the present scale is taken off. */
  #streamAt(stream: number, j: number, back: number, scale: number): number {
    const { residual, difference } = this.columns;
    const at = j * KEPT + this.#ring.slotOf(back);
    const clipped = Math.min(CLIP, Math.max(-CLIP, residual[at]));
    if (stream === RELATION) return difference[at] - scale * (residual[at] - clipped);
    return stream === NOISE ? Math.abs(clipped) : clipped;
  }
}
