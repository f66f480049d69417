import { FullFilter } from './full-filter';
import { average, clip, column, known, missing, robust, sum } from './statistics';

/**
 * The scan detector from its definition, for streams in which every sensor is heard throughout: plain arrays, the whole
 * history kept, the reference and every window computed anew from it at every frame, the filter with full matrices.
 * Slow and clear; shares no code with src/change.
 */
const WINDOWS = [5, 10, 20, 40, 80];
const LONGEST = 80;

interface Frame {
  readonly index: number;
  readonly y: number[];
  readonly dt: number;
}

export interface DefinedAlarm {
  readonly index: number;
  readonly detectedIndex: number;
  readonly contributions: number[];
}

export class ScanByDefinition {
  readonly #filter: FullFilter;
  readonly #all: Frame[] = [];
  #frames = 0;
  #waiting = 0;
  #pending: Frame[] = [];
  #centre: number[] = [];
  #scale: number[];
  #first = true;
  #E: number[][] = [];
  #Z: number[][] = [];
  #U: number[][] = [];
  #scales: { e: [number, number][]; z: [number, number][] } | null = null;
  #statistics: number[] = [];
  #usual = 0;
  #lastScore = 0;
  readonly #windows = new Map<number, { total: number; n: number }>();

  constructor(
    readonly d: number,
    readonly factor: number,
  ) {
    this.#filter = new FullFilter(d);
    this.#scale = new Array<number>(d).fill(1);
  }

  push(y: number[], dt: number): { score: number; alarm: DefinedAlarm | null } {
    const index = this.#frames++;
    this.#waiting += dt;
    if (known(y).length === 0) return { score: this.#lastScore, alarm: null };
    const frame = { index, y, dt: this.#waiting };
    this.#waiting = 0;
    this.#all.push(frame);
    this.#lastScore = 0;
    if (this.#E.length === 0) {
      this.#pending.push(frame);
      if (this.#pending.length < 60) return { score: 0, alarm: null };
      this.#standardise();
      for (const kept of this.#pending) this.#run(kept);
      this.#pending = [];
      return { score: 0, alarm: null };
    }
    this.#run(frame);
    if (this.#scales === null) {
      if (this.#E.length === 120) this.#defineStreams();
      return { score: 0, alarm: null };
    }
    this.#U.push(this.#streams(this.#E.length - 1));
    return this.#detect(index);
  }

  #standardise(): void {
    const rows = this.#pending.map((frame) => frame.y);
    for (let j = 0; j < this.d; j++) {
      const [centre, scale] = robust(known(column(rows, j)), 'mean');
      this.#centre[j] = centre;
      if (scale >= 1e-9 * (1 + Math.abs(centre))) this.#scale[j] = scale;
    }
    this.#filter.restart(this.#first);
    this.#first = false;
  }

  #run(frame: Frame): void {
    const z = frame.y.map((value, j) => clip((value - this.#centre[j]) / this.#scale[j], 50));
    this.#E.push(this.#filter.innovate(z, frame.dt));
    this.#Z.push(z);
  }

  #defineStreams(): void {
    const of = (rows: number[][], about: 'mean' | 'zero'): [number, number][] =>
      Array.from({ length: this.d }, (_, j) => {
        const [centre, scale] = robust(known(column(rows, j)), about);
        return [centre, Math.max(scale, 1e-3)];
      });
    this.#scales = { e: of(this.#E.slice(60), 'zero'), z: of(this.#Z, 'mean') };
    for (let k = 60; k < 120; k++) this.#U.push(this.#streams(k));
  }

  #streams(k: number): number[] {
    const { e, z } = this.#scales!;
    const q = this.#E[k].map((value, j) => clip((value - e[j][0]) / e[j][1], 3));
    const level = this.#Z[k].map((value, j) => clip((value - z[j][0]) / z[j][1], 4));
    return [...q, ...q.map(Math.abs), ...level];
  }

  /** Sum and number of the known values of stream s in the window of `length` frames that ends with frame k. */
  #windowOf(s: number, k: number, length: number): { total: number; n: number } {
    const key = (k * 1024 + s) * 128 + length;
    const found = this.#windows.get(key);
    if (found !== undefined) return found;
    const values = known(column(this.#U.slice(Math.max(0, k - length + 1), k + 1), s));
    const window = { total: sum(values), n: values.length };
    this.#windows.set(key, window);
    return window;
  }

  /** The reference of stream s when all frames but the last 80 are in it: its first 60 frames at once, the rest one by one. */
  #referenceOf(s: number): {
    mean: number;
    variance: number;
    n: number;
    wander: number[];
    windows: number[];
  } {
    const first = known(column(this.#U.slice(0, 60), s));
    let n = first.length;
    let mean = average(first);
    let variance = average(first.map((u) => (u - mean) ** 2));
    const deviation = (k: number, length: number): number => {
      const window = this.#windowOf(s, k, length);
      return (window.total - window.n * mean) / length;
    };
    const wander: number[] = [];
    const windows: number[] = [];
    WINDOWS.forEach((length, w) => {
      const ends = [...Array(60).keys()].filter((k) => k >= length - 1 && !missing(this.#U[k][s]));
      windows[w] = ends.length;
      wander[w] = ends.length ? average(ends.map((k) => deviation(k, length) ** 2)) : 0;
    });
    for (let k = 60; k < this.#U.length - LONGEST; k++) {
      const u = this.#U[k][s];
      if (missing(u)) continue;
      n = Math.min(n + 1, 1000);
      const before = u - mean;
      mean += before / n;
      variance += (before * (u - mean) - variance) / n;
      WINDOWS.forEach((length, w) => {
        if (k + 1 < length) return;
        windows[w] = Math.min(windows[w] + 1, 1000);
        wander[w] += (deviation(k, length) ** 2 - wander[w]) / windows[w];
      });
    }
    return { mean, variance, n, wander, windows };
  }

  #detect(index: number): { score: number; alarm: DefinedAlarm | null } {
    const { d } = this;
    const since = this.#U.length - 60;
    const newest = this.#U.length - 1;
    if (since > LONGEST) {
      this.#usual = Math.max(this.#usual, this.#statistics[this.#statistics.length - LONGEST]) * 0.999;
    }
    const references = [...Array(3 * d).keys()].map((s) => this.#referenceOf(s));
    const n0 = d <= 3 ? 20 : 2;
    let best = { total: 0, w: 0, terms: new Array<number>(3 * d).fill(0) };
    WINDOWS.forEach((length, w) => {
      if (Math.min(since, LONGEST) < length) return;
      const fit = references.map((reference) => reference.windows[w] >= 2 * length);
      const colours = references
        .filter((_, s) => fit[s])
        .map((one) => (one.wander[w] * length) / (one.variance + 1e-9));
      if (colours.length === 0) return;
      const kappa = Math.max(1, average(colours));
      const terms = references.map(({ mean, variance, n, wander, windows }, s) => {
        if (!fit[s]) return 0;
        const own = variance + 1e-6;
        const cnt = windows[w];
        const nu = (n0 * length + cnt) / length;
        const pooled = ((n0 * length * kappa * own) / length + cnt * wander[w]) / (n0 * length + cnt);
        const v = Math.max(pooled, own / length) * (1 + (length * kappa) / n);
        const window = this.#windowOf(s, newest, length);
        const difference = (window.total - window.n * mean) / length;
        const ratio = ((nu + 1) / 2) * Math.log(1 + difference ** 2 / v / nu);
        return ratio > 30 ? ratio + Math.log(0.1) : Math.log(0.9 + 0.1 * Math.exp(ratio));
      });
      if (sum(terms) > best.total) best = { total: sum(terms), w, terms };
    });
    this.#statistics.push(best.total);
    const score = best.total / Math.max(this.factor * (15 + 0.6 * d), 1.5 * this.#usual);
    this.#lastScore = score;
    if (score < 1) return { score, alarm: null };

    const back = this.#localise(references, WINDOWS[best.w], since, n0);
    const contributions = [...Array(d).keys()].map(
      (j) => best.terms[j] + best.terms[d + j] + best.terms[2 * d + j],
    );
    const alarm = {
      index: this.#all[this.#all.length - 1 - back].index,
      detectedIndex: index,
      contributions,
    };
    this.#pending = this.#all.slice(-Math.min(back + 1, 59));
    this.#E = [];
    this.#Z = [];
    this.#U = [];
    this.#scales = null;
    this.#statistics = [];
    this.#usual = 0;
    this.#lastScore = 0;
    this.#windows.clear();
    return { score, alarm };
  }

  #localise(
    references: { mean: number; variance: number; wander: number[]; windows: number[] }[],
    length: number,
    since: number,
    n0: number,
  ): number {
    let most = -1;
    let found = 0;
    for (let back = 0; back < Math.min(since, LONGEST, Math.max(10, 2 * length)); back++) {
      const n = back + 1;
      const evidence = references.map(({ mean, variance, wander, windows }, s) => {
        let w = 0;
        while (w < 4 && WINDOWS[w] < n && windows[w + 1] >= 2 * WINDOWS[w + 1]) w++;
        const W = WINDOWS[w];
        const kappa = Math.max(
          1,
          (n0 * W + (windows[w] * wander[w] * W) / (variance + 1e-6)) / (n0 * W + windows[w]),
        );
        const window = this.#windowOf(s, this.#U.length - 1, n);
        const difference = (window.total - window.n * mean) / n;
        return Math.max(0, (n * difference ** 2) / ((variance + 1e-6) * kappa) - 4);
      });
      if (sum(evidence) > most) {
        most = sum(evidence);
        found = back;
      }
    }
    return found;
  }
}
