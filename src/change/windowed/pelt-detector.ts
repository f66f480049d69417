import { damagedState } from '../../errors';
import { readChoice } from '../../options';
import type { ChangeEvent, DetectorState } from '../detector';
import { EvidenceDetector, type EvidenceDetectorOptions } from '../evidence-detector';
import { FACTORS, START } from '../evidence/evidence';
import type { StatePart } from '../packed-state';
import { createCost, costNames, type CostName } from '../segment/costs';
import { bestSplit } from '../segment/fixed-count';
import { pelt } from '../segment/pelt';
import { checkCounters } from '../sensor-columns';
import { thresholdFactor } from '../sensitivity';
import { WINDOW, WindowSignal, type Input } from './window-signal';

export interface PeltDetectorOptions extends EvidenceDetectorOptions {
  readonly input?: Input;
  readonly cost?: CostName;
}

/** Readings after which a sensor takes part. */
const LEARNED = 2 * START;
/** The fewest frames that are searched, how often that is done, and the shortest segment. */
const LEAST = 60;
const STRIDE = 10;
const SHORTEST = 20;
/** A pause of so many periods begins the window again. */
const PAUSE = 20;

/**
 * Penalty of a change at high sensitivity, in units of log(WINDOW) for each channel and MORE: far above the usual one, as
 * both inputs swing slowly and a half swing is no change.
 */
const PENALTY: Readonly<Record<Input, number>> = { features: 4, values: 1.4 };
const MORE = 3;
const COST: CostName = 'rms';

/**
 * PELT over the last frames, again and again: on the learned features, which is the paper's way, or on the readings in units
 * of their sensor. Retrospective: a change is found once enough frames lie behind it, and only if it fits into the window.
 */
export class PeltDetector extends EvidenceDetector {
  readonly retrospective = true;
  readonly method: 'pelt-features' | 'pelt-values';
  readonly input: Input;
  readonly cost: CostName;
  readonly #signal: WindowSignal;
  /** Frames of the window so far; the sensors that took part in the last one, and its coefficients. */
  readonly #counters = { filled: 0, tookPart: 0, used: 0 };

  constructor(options: PeltDetectorOptions, state?: DetectorState) {
    super(options, WINDOW);
    this.input = readChoice('input', options.input ?? 'features', ['features', 'values']);
    this.cost = readChoice('cost', options.cost ?? COST, costNames);
    this.method = `pelt-${this.input}`;
    this.#signal = new WindowSignal(this.input, this.sensors, FACTORS.rank, this.ring);
    if (state !== undefined) this.load(state);
  }

  static restore(state: DetectorState): PeltDetector {
    const { input, cost, sensitivity } = state.config;
    const options = { input, cost, sensitivity } as PeltDetectorOptions;
    return new PeltDetector({ ...options, names: state.names }, state);
  }

  get phase(): 'warming' | 'ready' {
    return this.#counters.filled >= LEAST ? 'ready' : 'warming';
  }

  protected override get ownConfig(): DetectorState['config'] {
    return { input: this.input, cost: this.cost };
  }

  protected override get ownParts(): StatePart[] {
    return [this.#counters, ...this.#signal.parts];
  }

  protected override checkOwn(): void {
    const { filled } = this.#counters;
    checkCounters(this.#counters);
    if (filled > WINDOW) throw damagedState('the window', `at most ${WINDOW} frames`, `${filled}`);
    this.#signal.check();
  }

  protected override grow(): void {
    this.#signal.grow(this.sensors);
  }

  protected override clear(j: number): void {
    this.#signal.clearSensor(j);
  }

  protected override prepare(): void {
    // All readings are evidence.
  }

  protected override observe(): void {
    // Nothing is averaged: each frame is decided on as it is.
  }

  /** The window begins again after a pause and whenever a sensor or a coefficient comes: neither is a change. */
  protected override decide(dt: number): ChangeEvent | null {
    const counters = this.#counters;
    const sensors = this.#sensors;
    const used = this.evidence.filter.state.r;
    if (dt > PAUSE || counters.tookPart !== sensors.length || counters.used !== used) counters.filled = 0;
    counters.tookPart = sensors.length;
    counters.used = used;
    this.#signal.record(this.evidence, this.readings);
    if (sensors.length === 0) return null;
    counters.filled = Math.min(WINDOW, counters.filled + 1);
    if (counters.filled < LEAST) this.setScore(0);
    if (counters.filled < LEAST || this.framesRead % STRIDE !== 0) return null;
    return this.#search(sensors);
  }

  /** Sensors that take part: known for long enough. */
  get #sensors(): number[] {
    const { counted } = this.evidence.columns;
    return Array.from(counted.keys()).filter((j) => counted[j] > LEARNED);
  }

  #search(sensors: readonly number[]): ChangeEvent | null {
    const signal = this.#signal.rows(this.#counters.filled, sensors, this.#counters.used);
    const cost = createCost(this.cost).fit(signal);
    const price = PENALTY[this.input] * (signal[0].length + MORE) * Math.log(WINDOW);
    const penalty = thresholdFactor(this.sensitivity) * price;
    const changes = pelt(cost, { penalty, minSize: SHORTEST });
    const edges = [0, ...changes, signal.length];
    const cut = changes.reduce((sum, end, i) => sum + cost.error(edges[i], end), 0);
    const split = bestSplit(cost, SHORTEST);
    const gain =
      changes.length === 0
        ? (split?.gain ?? 0)
        : (cost.error(0, signal.length) - cut - cost.error(edges[changes.length], signal.length)) /
          changes.length;
    this.setScore(Math.max(0, gain) / penalty);
    if (this.score < 1) return null;
    const index = changes[0] ?? split?.index ?? 0;
    const back = signal.length - 1 - index;
    const event = this.describe(back, this.rank(this.#contributions(signal, index, sensors), 0));
    this.#counters.filled = back + 1; // the filter goes on; what came before the change is left behind
    return event;
  }

  /** A sensor's share: what the split saves on it, or on the features as far as they reach it. */
  #contributions(signal: readonly number[][], index: number, sensors: readonly number[]): number[] {
    const { state } = this.evidence.filter;
    const savings = signal[0].map((_, i) => {
      const cost = createCost(this.cost).fit(signal.map((row) => [row[i]]));
      return Math.max(
        0,
        cost.error(0, signal.length) - cost.error(0, index) - cost.error(index, signal.length),
      );
    });
    const contributions = new Array<number>(this.sensors).fill(0);
    if (this.input === 'values') sensors.forEach((j, i) => (contributions[j] = savings[i]));
    else {
      for (const j of sensors) {
        savings.forEach((saving, i) => (contributions[j] += state.loading(j, i) ** 2 * saving));
      }
    }
    return contributions;
  }
}
