import { nextNormal, nextUniform } from '../src/random';
import { Factors } from './factors';
import { FAULTS, SENSORS, type Sensor } from './sensors';

/** One message as a device sends it. */
export interface Reading {
  readonly topic: string;
  readonly value: number;
  /** The frame it was measured in; earlier than the frame it is sent in when the network was slow. */
  readonly frame: number;
}

export interface PlantFrame {
  readonly index: number;
  /** What each of SENSORS read, whether or not it got through, and without the spike. */
  readonly truth: readonly number[];
  /** What is sent, in order. */
  readonly readings: readonly Reading[];
  /** The sensors that a fault moves, or moves back, from this frame on; empty in all others. */
  readonly moved: readonly string[];
  /** What is broken or mended on purpose with this frame, in words. */
  readonly broken: readonly string[];
}

/** How often things go wrong; each a probability for one reading unless it says otherwise. */
export interface PlantOptions {
  readonly seed?: number;
  readonly lost?: number;
  /** A sensor falls silent for 8 to 25 frames. */
  readonly dropOut?: number;
  readonly spike?: number;
  /** Sent two to four frames later. */
  readonly late?: number;
  /** Sent twice. */
  readonly twice?: number;
  /** Every so many frames one sensor is silent for `outageFrames`; 0: never. */
  readonly outageEvery?: number;
  readonly outageFrames?: number;
  /** Every so many frames a fault sets in, or is mended; 0: never. */
  readonly changeEvery?: number;
}

const DEFAULTS: Required<PlantOptions> = {
  seed: 18,
  lost: 0.03,
  dropOut: 0.0025,
  spike: 0.0015,
  late: 0.004,
  twice: 0.01,
  outageEvery: 500,
  outageFrames: 150,
  changeEvery: 1500,
};

/** A plant that yields, frame by frame, what is true and what is sent of it. The same seed gives the same plant. */
export class Plant {
  readonly #options: Required<PlantOptions>;
  readonly #random: Float64Array;
  readonly #factors: Factors;
  readonly #offset = new Map<string, number>();
  /** The frame in which each sensor speaks again. */
  readonly #silentUntil = new Float64Array(SENSORS.length);
  #delayed: (Reading & { readonly due: number })[] = [];
  #next = 0;

  constructor(options: PlantOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#random = Float64Array.of(this.#options.seed);
    this.#factors = new Factors(this.#random);
  }

  next(): PlantFrame {
    const index = this.#next++;
    this.#factors.advance();
    const broken: string[] = [];
    const moved = this.#moveFault(index, broken);
    this.#beginOutages(index, broken);
    const truth = SENSORS.map((sensor) => this.#measure(sensor));
    const onTime = SENSORS.flatMap((sensor, j) => this.#send(sensor, j, truth[j], index));
    const overdue = this.#delayed.filter(({ due }) => due === index);
    this.#delayed = this.#delayed.filter(({ due }) => due > index);
    const readings = [...onTime, ...overdue].map(({ topic, value, frame }) => ({ topic, value, frame }));
    return { index, truth, readings, moved, broken };
  }

  #measure({ topic, mean, spread, loadings, noise, digits }: Sensor): number {
    const followed = loadings.reduce((sum, loading, k) => sum + loading * this.#factors.value(k), 0);
    const z = followed + (this.#offset.get(topic) ?? 0) + noise * nextNormal(this.#random, 0);
    return Number((mean + spread * z).toFixed(digits));
  }

  /** The messages that leave with this frame; a delayed one is put aside. */
  #send({ topic, spread, digits }: Sensor, j: number, value: number, frame: number): Reading[] {
    const { lost, spike, late, twice } = this.#options;
    const [isLost, isSpike, isLate, isTwice] = [lost, spike, late, twice].map((p) => this.#happens(p));
    if (isLost || frame < this.#silentUntil[j]) return [];
    const spiked = Number((value + 9 * spread).toFixed(digits));
    const reading = { topic, value: isSpike ? spiked : value, frame };
    if (isLate) {
      this.#delayed.push({ ...reading, due: frame + 2 + Math.floor(3 * nextUniform(this.#random, 0)) });
      return [];
    }
    return isTwice ? [reading, reading] : [reading];
  }

  #beginOutages(index: number, broken: string[]): void {
    const { dropOut, outageEvery, outageFrames } = this.#options;
    const silence = (j: number, frames: number): void => {
      this.#silentUntil[j] = Math.max(this.#silentUntil[j], index + frames);
    };
    for (let j = 0; j < SENSORS.length; j++) {
      if (this.#happens(dropOut)) silence(j, 8 + Math.floor(18 * nextUniform(this.#random, 0)));
    }
    const turns = outageEvery > 0 ? (index - outageEvery / 2) / outageEvery : -1;
    if (turns >= 0 && Number.isInteger(turns)) {
      const j = (turns * 7) % SENSORS.length;
      silence(j, outageFrames);
      broken.push(`On purpose: ${SENSORS[j].topic} cut for ${outageFrames} frames.`);
    }
  }

  /** Faults take turns: each sets in, and is mended when its turn comes again. */
  #moveFault(index: number, broken: string[]): string[] {
    const { changeEvery } = this.#options;
    const turn = changeEvery > 0 ? (index - changeEvery / 2) / changeEvery : -1;
    if (turn < 0 || !Number.isInteger(turn)) return [];
    const { name, offsets } = FAULTS[turn % FAULTS.length];
    const topics = Object.keys(offsets);
    const isMended = topics.some((topic) => (this.#offset.get(topic) ?? 0) !== 0);
    broken.push(`On purpose: ${name}${isMended ? ', mended' : ''} (${topics.join(', ')}).`);
    for (const topic of topics) this.#offset.set(topic, this.#offset.get(topic) ? 0 : offsets[topic]);
    return topics;
  }

  #happens(probability: number): boolean {
    return nextUniform(this.#random, 0) < probability;
  }
}
