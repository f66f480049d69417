import { damagedState } from '../../errors';
import { readChoice } from '../../options';
import type { DetectorState } from '../detector';
import { readNames, type SensorOptions } from '../names';
import { createCost, costNames, type CostName } from '../segment/costs';
import { bestSplit } from '../segment/fixed-count';
import { pelt } from '../segment/pelt';
import { readSensitivity, sensitivityFactors, type Sensitivity } from '../sensitivity';
import { MEMORY } from '../source/settings';
import { SourceDetector, type Explanation } from '../source/source-detector';
import { createWindowedLayout, type WindowedLayout } from './layout';
import { activeSensors, recordFeatures, windowSignal, type Input } from './signal';

export interface PeltDetectorOptions extends SensorOptions {
  readonly sensitivity?: Sensitivity;
  readonly input?: Input;
  readonly cost?: CostName;
}

/** Frames of the window, the fewest it is searched with, how often that is done, and the shortest segment. */
const WINDOW = MEMORY - 1;
const LEAST = 60;
const STRIDE = 10;
const SHORTEST = 20;

/**
 * Penalty of a change at high sensitivity, in units of log(WINDOW) for each channel and MORE: far above the usual one, as
 * both inputs swing slowly and a half swing is no change.
 */
const PENALTY: Readonly<Record<Input, number>> = { features: 2.9, values: 1.4 };
const MORE = 3;
const COST: CostName = 'rms';

/**
 * PELT over the last frames, again and again: on the learned features, which is the paper's way, or on the standardised
 * readings. Retrospective: a change is found once enough frames lie behind it, and only if it fits into the window.
 */
export class PeltDetector extends SourceDetector<WindowedLayout> {
  readonly retrospective = true;
  readonly method: 'pelt-features' | 'pelt-values';
  readonly sensitivity: Sensitivity;
  readonly input: Input;
  readonly cost: CostName;

  constructor(options: PeltDetectorOptions, state?: DetectorState) {
    const input = readChoice('input', options.input ?? 'features', ['features', 'values']);
    const cost = readChoice('cost', options.cost ?? COST, costNames);
    const sensitivity = readSensitivity(options.sensitivity);
    super(readNames(options), createWindowedLayout, state);
    this.method = `pelt-${input}`;
    this.input = input;
    this.cost = cost;
    this.sensitivity = sensitivity;
  }

  static restore(state: DetectorState): PeltDetector {
    const { input, cost, sensitivity } = state.config;
    const options = { input, cost, sensitivity } as PeltDetectorOptions;
    return new PeltDetector({ ...options, names: state.names }, state);
  }

  protected override get config(): DetectorState['config'] {
    return { input: this.input, cost: this.cost, sensitivity: this.sensitivity };
  }

  protected override learnSensor(): void {
    // A sensor takes part from the next frame on, when the window begins again with it.
  }

  /** The window begins again after a pause and whenever a sensor comes or goes: neither is a change. */
  protected override detect(m: Float64Array, at: WindowedLayout): void {
    if (m[at.paused] === 1 || m[at.tookPart] !== m[at.active]) m[at.filled] = 0;
    m[at.tookPart] = m[at.active];
    m[at.filled] = Math.min(WINDOW, m[at.filled] + 1);
    recordFeatures(m, at);
    if (m[at.filled] < LEAST || m[at.recorded] % STRIDE !== 0) return;

    const signal = windowSignal(m, at, this.input);
    const cost = createCost(this.cost).fit(signal);
    const price = PENALTY[this.input] * (signal[0].length + MORE) * Math.log(WINDOW);
    const penalty = sensitivityFactors[this.sensitivity] * price;
    const changes = pelt(cost, { penalty, minSize: SHORTEST });
    const edges = [0, ...changes, signal.length];
    const cut = changes.reduce((sum, end, i) => sum + cost.error(edges[i], end), 0);
    const split = bestSplit(cost, SHORTEST);
    const gain =
      changes.length === 0
        ? (split?.gain ?? 0)
        : (cost.error(0, signal.length) - cut - cost.error(edges[changes.length], signal.length)) /
          changes.length;
    m[at.statistic] = Math.max(0, gain);
    m[at.threshold] = penalty;
    m[at.found] = signal.length - 1 - (changes[0] ?? split?.index ?? 0);
  }

  /** A sensor's share: what the split saves on it, or on the features as far as they reach it. */
  protected override explain(m: Float64Array, at: WindowedLayout): Explanation {
    const back = m[at.found];
    const signal = windowSignal(m, at, this.input);
    const index = signal.length - 1 - back;
    const savings = signal[0].map((_, i) => {
      const cost = createCost(this.cost).fit(signal.map((row) => [row[i]]));
      return Math.max(
        0,
        cost.error(0, signal.length) - cost.error(0, index) - cost.error(index, signal.length),
      );
    });
    const contributions = new Array<number>(at.d).fill(0);
    if (this.input === 'values') activeSensors(m, at).forEach((j, i) => (contributions[j] = savings[i]));
    else {
      for (let j = 0; j < at.d; j++) {
        for (let i = 0; i < at.r; i++) contributions[j] += m[at.C + j * at.r + i] ** 2 * savings[i];
      }
    }
    return { back, contributions };
  }

  /** The filter goes on; what came before the change is left behind. */
  protected override restart(m: Float64Array, at: WindowedLayout, back: number): void {
    m[at.filled] = back + 1;
  }

  protected override checkState(m: Float64Array, at: WindowedLayout): void {
    for (const i of [at.filled, at.found]) {
      if (!Number.isInteger(m[i]) || m[i] < 0 || m[i] > WINDOW)
        throw damagedState('the window', `a whole number up to ${WINDOW}`, `${m[i]}`);
    }
  }
}
