import type { Evidence } from '../evidence/evidence';
import type { StatePart } from '../packed-state';
import {
  checkColumns,
  clearColumns,
  counts,
  createColumns,
  doubles,
  doublesFrom,
  growColumns,
  type Columns,
} from '../sensor-columns';

/** Three streams of each sensor: the clipped residual in its scale, the size of that, and the relation to the others. */
export const STREAMS = 3;
export const RESIDUAL = 0;
export const NOISE = 1;
export const RELATION = 2;
/** Spans of the fast averages and of the slow one, in frames; an average of span s gives a new value the weight 2 / (s + 1). */
export const SPANS = [5, 20, 80] as const;
export const SCALES = SPANS.length;
export const SLOW_SPAN = 320;
/** Contrasts of a sensor: one for each stream and scale, scale i of stream k at k * SCALES + i. */
export const CONTRASTS = STREAMS * SCALES;

const CLIP = 3;
/** Share of the sensors that a change is expected to show in. */
const REACH = 0.1;
/** Log likelihood ratios count up to this: the product of a sensor's streams is then below the largest double. */
const CERTAIN = 200;
/** Blocks over which the variance of a contrast is learned, blocks before a sensor speaks, and readings that make a block. */
const HISTORY = 60;
export const SPEAKS_FROM = 4;
const LEAST_READ = 10;
/** While a sensor's history is short, its last block is part of it. */
const YOUNG = 6;
/** One of so many blocks is let go of slowly. */
const LONG = 12;
/** But not where it has grown to so many times what it was: by a burst of outliers, not by another day. */
const FAR_BEYOND = 25;
/** Degrees of freedom that a block of history is worth. */
const FREEDOM = 10;
/**
 * A pause of so many of its usual intervals makes a sensor's averages begin again. A shorter one counts as at most two of them:
 * after it one reading, noise and all, would be the fast average.
 */
const PAUSE = 20;
const LONGEST_STEP = 2;
/** The variance of a contrast is at least this share of what white noise would give it. */
const FLOOR = 0.7;
/** Variance of each stream if the residuals are white noise; that of the relation is the square of the scale. */
const WHITE = [1, 0.35] as const;
/** Steps are told apart to this part of a usual interval. */
const STEPS = 4;
/** 1 - (1 - 2 / (span + 1))^step for each span, the slow one last: what a step of i / STEPS usual intervals is worth. */
const WEIGHTS = Array.from({ length: STEPS * LONGEST_STEP + 1 }, (_, i) =>
  Float64Array.from([...SPANS, SLOW_SPAN], (span) => 1 - Math.pow(1 - 2 / (span + 1), i / STEPS)),
);
const floors = SPANS.map((span) => FLOOR * (1 / span + 1 / SLOW_SPAN - 4 / (span + SLOW_SPAN)));

const columns = {
  /** Readings since the averages began; periods since the last reading, and those that usually lie between two. */
  age: counts(),
  elapsed: doublesFrom(0, 0),
  pace: doublesFrom(1, 1),
  slow: doubles(0, STREAMS),
  fast: doubles(0, CONTRASTS),
  /** Mean square of each contrast over the blocks of the past; its sum over the block at hand, its mean over the one before. */
  variance: doublesFrom(0, 0, CONTRASTS),
  sum: doublesFrom(0, 0, CONTRASTS),
  held: doublesFrom(0, 0, CONTRASTS),
  /** Blocks learned, and readings in the block at hand. */
  blocks: counts(),
  read: counts(),
};

const laterColumns = {
  /** 1: joined anew after a long history; and the variances it had then. */
  again: counts(),
  yardstick: doublesFrom(0, 0, CONTRASTS),
};

/** One process weighs one frame at a time: its ratios are held once, for as many sensors as any detector has. */
let ratios = new Float64Array(0);

/**
 * Fast averages of a sensor's streams less their slow average, in units of what these contrasts were in the past: a stream that
 * swings or wanders has large contrasts, and is measured by them.
 */
export class Contrasts {
  readonly columns: Columns<typeof columns>;
  readonly #later: Columns<typeof laterColumns>;
  /** Of the last frame, where a sensor speaks: the likelihood ratio of its best scale, in nats. */
  shown: Float64Array;
  /** 1: the sensor was read in the last frame and has a history. */
  speaks: Uint8Array;

  constructor(sensors: number) {
    this.columns = createColumns(columns, sensors);
    this.#later = createColumns(laterColumns, sensors);
    this.#makeRoom(sensors);
    this.shown = new Float64Array(sensors);
    this.speaks = new Uint8Array(sensors);
  }

  /** The likelihood ratio of each contrast, where a sensor speaks, until any detector weighs its next frame. */
  get ratio(): Float64Array {
    return ratios;
  }

  get parts(): StatePart[] {
    return Object.values(this.columns);
  }

  /** What states of before do not hold. */
  get laterParts(): StatePart[] {
    return Object.values(this.#later);
  }

  addSensor(): void {
    const sensors = this.shown.length + 1;
    growColumns(columns, this.columns, sensors);
    growColumns(laterColumns, this.#later, sensors);
    this.#makeRoom(sensors);
    this.shown = new Float64Array(sensors);
    this.speaks = new Uint8Array(sensors);
  }

  clearSensor(j: number): void {
    clearColumns(columns, this.columns, j);
    clearColumns(laterColumns, this.#later, j);
  }

  check(): void {
    checkColumns(columns, this.columns);
    checkColumns(laterColumns, this.#later);
  }

  /** The averages take in a frame. */
  average({ residual, relation, scale }: Evidence, dt: number): void {
    const { age, elapsed, pace, slow, fast } = this.columns;
    for (let j = 0; j < age.length; j++) {
      elapsed[j] += dt;
      if (residual[j] !== residual[j]) continue;
      if (elapsed[j] > PAUSE * pace[j]) age[j] = 0;
      const weights =
        WEIGHTS[Math.min(STEPS * LONGEST_STEP, Math.ceil((STEPS * elapsed[j]) / pace[j] - 0.5))];
      if (age[j] > 0) pace[j] += (elapsed[j] - pace[j]) / Math.min(age[j] + 1, SLOW_SPAN);
      pace[j] = Math.max(pace[j], 1);
      elapsed[j] = 0;
      const first = 1 / ++age[j];
      const w = Math.min(CLIP, Math.max(-CLIP, residual[j] / scale[j]));
      for (let k = 0; k < STREAMS; k++) {
        const value = k === RESIDUAL ? w : k === NOISE ? Math.abs(w) : relation[j];
        const s = j * STREAMS + k;
        slow[s] += Math.max(weights[SCALES], first) * (value - slow[s]);
        for (let i = 0; i < SCALES; i++) {
          const c = j * CONTRASTS + k * SCALES + i;
          fast[c] += Math.max(weights[i], first) * (value - fast[c]);
        }
      }
    }
  }

  /**
   * The likelihood of a change in each contrast D, of variance v in the past, against that of none: of Student's t with nu degrees of
   * freedom, and mixed with the case that the change does not show here,
   *
   *   l = (nu + 1) / 2 ln(1 + D^2 / (v nu)),   ratio = 1 - p + p e^l
   */
  weigh({ residual, scale }: Evidence, learn: boolean): void {
    const { age, slow, fast, variance, sum, blocks, read } = this.columns;
    const { shown, speaks } = this;
    const ratio = ratios;
    for (let j = 0; j < age.length; j++) {
      const isRead = residual[j] === residual[j];
      speaks[j] = isRead && blocks[j] >= SPEAKS_FROM ? 1 : 0;
      shown[j] = 0;
      if (!isRead) continue;
      if (learn) read[j]++;
      const nu = FREEDOM * blocks[j];
      const perNu = 1 / nu;
      for (let k = 0, c = j * CONTRASTS; k < STREAMS; k++) {
        const white = k === RELATION ? scale[j] * scale[j] : WHITE[k];
        for (let i = 0; i < SCALES; i++, c++) {
          const contrast = fast[c] - slow[j * STREAMS + k];
          const square = contrast * contrast;
          if (learn) sum[c] += square;
          if (speaks[j] === 0) continue;
          const v = Math.max(variance[c], floors[i] * white, Number.MIN_VALUE);
          const l = ((nu + 1) / 2) * Math.log(1 + (square / v) * perNu);
          ratio[c] = 1 - REACH + REACH * Math.exp(Math.min(l, CERTAIN));
        }
      }
      if (speaks[j] === 1) shown[j] = this.#mostShown(j * CONTRASTS);
    }
  }

  #makeRoom(sensors: number): void {
    if (ratios.length < sensors * CONTRASTS) ratios = new Float64Array(sensors * CONTRASTS);
  }

  /** The scale at which the streams of a sensor together show most. */
  #mostShown(at: number): number {
    let most = 1;
    for (let i = 0; i < SCALES; i++) {
      let product = 1;
      for (let k = 0; k < STREAMS; k++) product *= ratios[at + k * SCALES + i];
      most = Math.max(most, product);
    }
    return Math.log(most);
  }

  /**
   * The block before the last enters the past, so that a change does not hide itself. After a long history a variance grows as fast as a
   * young one, and unless that took it far beyond what it was shrinks as slowly as an old one: the first blocks since may be a night, or
   * half of a turn.
   */
  closeBlock(): void {
    const { variance, sum, held, blocks, read } = this.columns;
    const { again, yardstick } = this.#later;
    for (let j = 0; j < blocks.length; j++) {
      if (read[j] < LEAST_READ) continue;
      const a = 1 / Math.min(++blocks[j], HISTORY);
      for (let c = j * CONTRASTS; c < (j + 1) * CONTRASTS; c++) {
        const mean = sum[c] / read[j];
        const news = (blocks[j] <= YOUNG ? mean : held[c]) - variance[c];
        const isSlow = again[j] === 1 && news < 0 && variance[c] <= FAR_BEYOND * yardstick[c];
        variance[c] += (isSlow ? 1 / HISTORY : a) * news;
        held[c] = mean;
        sum[c] = 0;
      }
      read[j] = 0;
    }
  }

  /** After an alarm: all averages begin again. */
  restart(): void {
    const { age, sum, read } = this.columns;
    age.fill(0);
    sum.fill(0);
    read.fill(0);
  }

  /** Whether the sensor has not been read for so long that its averages will begin again. */
  isSilent(j: number): boolean {
    const { elapsed, pace } = this.columns;
    return elapsed[j] > PAUSE * pace[j];
  }

  /** The sensor is to learn a past anew. */
  forget(j: number): void {
    const { blocks, variance } = this.columns;
    const { again, yardstick } = this.#later;
    if (blocks[j] >= LONG) {
      again[j] = 1;
      for (let c = j * CONTRASTS; c < (j + 1) * CONTRASTS; c++) yardstick[c] = variance[c];
    }
    blocks[j] = 0;
  }

  /** Whether any sensor has more of a past than it needs to speak. */
  get hasHistory(): boolean {
    const { blocks } = this.columns;
    for (let j = 0; j < blocks.length; j++) if (blocks[j] > SPEAKS_FROM) return true;
    return false;
  }
}
