import { damagedState } from '../errors';
import { MAX_SQUARE } from '../linalg/limits';
import {
  checkFrame,
  type ChangeEvent,
  type DetectorState,
  type Drift,
  type DriftDirection,
  type FollowingDetector,
  type SensorContribution,
  type Verdict,
} from './detector';
import { Evidence, FACTORS, START } from './evidence/evidence';
import { FormerRows } from './evidence/former-rows';
import type { SensorRow } from './evidence/sensor-row';
import { FrameRing } from './frame-ring';
import { appendName, readNames, type SensorOptions } from './names';
import { lengthOfState, packState, unpackState, type StatePart } from './packed-state';
import { checkCounters } from './sensor-columns';
import { readSensitivity, type Sensitivity } from './sensitivity';

export interface EvidenceDetectorOptions extends SensorOptions {
  readonly sensitivity?: Sensitivity;
}

const MAX_READING = Math.sqrt(MAX_SQUARE);
/** Longer than anything is remembered; keeps sums of pauses finite. */
const MAX_PAUSE = 1e9;

/** What detectors share: readings become evidence, frames have numbers and times, and a state is kept. The method decides. */
export abstract class EvidenceDetector implements FollowingDetector {
  abstract readonly method: string;
  abstract readonly retrospective: boolean;
  abstract readonly phase: 'warming' | 'ready';
  readonly sensitivity: Sensitivity;
  isWithholding = false;
  protected readonly evidence: Evidence;
  protected readonly ring: FrameRing;
  readonly #former: FormerRows;
  /** The frame at hand; NaN: missing. */
  protected readings: Float64Array;
  /** Frames taken in, those in which something was read, periods since the last of these, and the score of the last frame. */
  readonly #counters = { frames: 0, read: 0, pause: 0, score: 0 };
  readonly #verdict: Verdict = { score: 0, alarm: null };
  #names: string[];

  protected constructor(options: EvidenceDetectorOptions, ringLength: number) {
    this.sensitivity = readSensitivity(options.sensitivity);
    this.#names = readNames(options);
    this.evidence = new Evidence(this.#names.length);
    this.readings = new Float64Array(this.#names.length);
    this.ring = new FrameRing(ringLength);
    this.#former = new FormerRows(this.sensors, FACTORS.rank);
  }

  /** What the method keeps of its own. */
  protected abstract get ownParts(): StatePart[];
  /** The same, of what states of before do not hold: what came together is a list of its own, in the order in which it came. */
  protected get ownLaterParts(): StatePart[][] {
    return [];
  }

  /** Settings of its own, beside sensitivity and rank. */
  protected abstract get ownConfig(): DetectorState['config'];
  /** Looks at the readings before they become evidence; those set to NaN do not. */
  protected abstract prepare(): void;
  /** Takes note of the evidence of a frame, be it one of the first that are replayed. */
  protected abstract observe(dt: number): void;
  /** Decides on a frame that evidence has been gathered of, dt periods after the last one in which something was read. */
  protected abstract decide(dt: number): ChangeEvent | null;
  /** Makes room for one sensor more. */
  protected abstract grow(): void;
  /** Sensor j is as one of which nothing is known. */
  protected abstract clear(j: number): void;
  /** Refuses a restored state that the method cannot have come to; else completes it. */
  protected abstract checkOwn(): void;

  get names(): readonly string[] {
    return this.#names;
  }

  get sensors(): number {
    return this.#names.length;
  }

  get seq(): number {
    return this.#counters.frames;
  }

  get score(): number {
    return this.#counters.score;
  }

  get pause(): number {
    return 0;
  }

  get drift(): Drift | null {
    return null;
  }

  driftOf(column: number): DriftDirection | null {
    return this.drift?.column === column ? this.drift.direction : null;
  }

  tellDrift(): void {}

  /** Frames in which something was read. */
  protected get framesRead(): number {
    return this.#counters.read;
  }

  protected setScore(score: number): void {
    this.#counters.score = score;
  }

  update(readings: ArrayLike<number>, dt = 1, time: number | null = null): Verdict {
    const counters = this.#counters;
    const verdict = this.#verdict;
    checkFrame(readings, this.sensors, dt);
    verdict.alarm = null;
    counters.frames++;
    counters.pause = Math.min(counters.pause + dt, MAX_PAUSE);
    if (this.#read(readings) > 0) {
      const passed = counters.pause;
      counters.read++;
      counters.pause = 0;
      this.ring.record(counters.frames - 1, typeof time === 'number' && Number.isFinite(time) ? time : null);
      verdict.alarm = this.#learn(passed);
    }
    verdict.score = counters.score;
    return verdict;
  }

  addSensor(name?: string): void {
    this.#names = appendName(this.#names, name);
    this.readings = new Float64Array(this.sensors);
    this.evidence.addSensor();
    this.#former.addSensor();
    this.grow();
  }

  replaceSensor(j: number, name: string): void {
    this.#names[j] = name;
    this.evidence.replaceSensor(j);
    this.#former.clearSensor(j);
    this.clear(j);
  }

  rowOf(column: number): SensorRow | null {
    return this.#former.rowOf(column) ?? this.evidence.rowOf(column);
  }

  expectedBy(row: SensorRow, column: number): number {
    const isRead = this.evidence.residual[column] === this.evidence.residual[column];
    return isRead ? this.evidence.expectedBy(row, column) : NaN;
  }

  snapshot(): DetectorState {
    return {
      method: this.method,
      config: { ...this.ownConfig, sensitivity: this.sensitivity, rank: FACTORS.rank },
      names: [...this.#names],
      data: packState([this.#parts, ...this.#laterParts].flat()),
    };
  }

  /** Goes on where a snapshot was taken; called at the end of the method's constructor. */
  protected load(state: DetectorState): void {
    if (state.config.rank !== FACTORS.rank)
      throw damagedState('rank', `${FACTORS.rank}`, String(state.config.rank));
    unpackState(state.data, this.#partsOf(state.data.length));
    checkCounters(this.#counters, ['pause', 'score']);
    this.ring.check();
    this.evidence.check();
    this.#former.check();
    this.checkOwn();
  }

  /** The change that began `back` frames ago. */
  protected describe(back: number, sensors: readonly SensorContribution[]): ChangeEvent {
    const { ring } = this;
    return {
      index: ring.numberOf(back),
      detectedIndex: ring.numberOf(0),
      time: ring.timeOf(back),
      detectedAt: ring.timeOf(0),
      delay: ring.numberOf(0) - ring.numberOf(back),
      score: this.score,
      method: this.method,
      sensors,
    };
  }

  /** Names the sensors that contributed more than `least`, and the leading one, largest first. */
  protected rank(contributions: ArrayLike<number>, least: number, leading = -1): SensorContribution[] {
    return this.#names
      .map((name, j) => ({ name, j, contribution: contributions[j] }))
      .filter(({ j, contribution }) => contribution > least || j === leading)
      .sort((a, b) => b.contribution - a.contribution)
      .map(({ name, contribution }) => ({ name, contribution }));
  }

  get #parts(): StatePart[] {
    return [this.#counters, ...this.ring.parts, ...this.ownParts, ...this.evidence.parts];
  }

  /** What states of before do not hold: it begins anew. */
  get #laterParts(): StatePart[][] {
    return [this.#former.parts, ...this.ownLaterParts];
  }

  /** The parts that a state of this length holds; all, where none fit. */
  #partsOf(length: number): StatePart[] {
    const parts = [...this.#parts];
    for (const later of this.#laterParts) {
      if (lengthOfState(parts) === length) break;
      parts.push(...later);
    }
    return parts;
  }

  #learn(dt: number): ChangeEvent | null {
    const { evidence } = this;
    this.prepare();
    evidence.update(this.readings, dt);
    if (evidence.isWaiting) return null;
    if (evidence.isStarting) for (let f = 0; f < START; f++) this.observe(evidence.replay(f));
    else this.observe(dt);
    const found = this.decide(dt);
    this.#former.keep(evidence);
    return found;
  }

  /** Copies the readings; what is no number of sane size is missing. Returns how many are not. */
  #read(readings: ArrayLike<number>): number {
    let count = 0;
    for (let j = 0; j < this.readings.length; j++) {
      const reading: unknown = readings[j];
      const isSane = typeof reading === 'number' && Math.abs(reading) < MAX_READING;
      this.readings[j] = isSane ? reading : NaN;
      if (isSane) count++;
    }
    return count;
  }
}
