import { damagedState } from '../../errors';
import { say } from '../../words';
import type {
  BeforeAfter,
  ChangedSensor,
  ChangeEvent,
  DetectorState,
  Drift,
  DriftDirection,
  SensorContribution,
} from '../detector';
import { DriftWatch } from '../drift/drift-watch';
import { EvidenceDetector, type EvidenceDetectorOptions } from '../evidence-detector';
import { FACTORS, START } from '../evidence/evidence';
import type { StatePart } from '../packed-state';
import { checkCounters } from '../sensor-columns';
import { framesPerFalseAlarm, type Sensitivity } from '../sensitivity';
import { ENGLISH, type ChangeWords } from '../words';
import { CHANNELS, Channels, JOINT } from './channels';
import { Contrasts, SCALES, STREAMS } from './contrasts';
import { directionOf, kindOf, scopeOf, SHOWS, summarise } from './description';
import { Motion } from './motion';
import { KEPT, Past } from './past';
import { Runs } from './stuck';
import { BLOCK, Tail } from './tail';
import { Trial } from './trial';

/** Frames before evidence is gathered, and before an alarm. */
const GATHERED_FROM = 2 * START;
const ALARM_FROM = 300;
/** Frames after an alarm in which no other is raised. */
export const REST = 60;
/** Frames with readings that are needed before the first alarm. */
export const FIRST_ALARM = 420;
/** Evidence, in nats, that is worth naming a sensor. */
const NAMED = 1;
/** Rarer than anything can be told to be. */
const MOST_RARE = 1e12;
/** The largest score of a frame that raises no alarm. */
const BELOW_ALARM = 0.999;

/** Channels, and the motion of all sensors together. */
const TAILS = CHANNELS + 1;

/** What it is made of, so that a bench can leave a part out. */
export interface CalibratedParts {
  readonly contrasts: Contrasts;
  readonly channels: Channels;
  readonly runs: Runs;
  readonly motion: Motion;
}

interface CalibratedOptions extends EvidenceDetectorOptions {
  readonly words?: ChangeWords;
  readonly parts?: Partial<CalibratedParts>;
}

/**
 * The default detector. Evidence of a change is how far fast averages of each sensor's residuals left their slow average,
 * measured by how far they did so in the past; an alarm is raised when a channel of evidence rises so high that this happens
 * less often than once in N frames. Deterministic; O(d) a frame.
 */
export class CalibratedDetector extends EvidenceDetector {
  readonly method = 'calibrated';
  readonly retrospective = false;
  readonly #words: ChangeWords;
  readonly #contrasts: Contrasts;
  readonly #channels: Channels;
  readonly #tail = new Tail(CHANNELS);
  readonly #past: Past;
  readonly #runs: Runs;
  readonly #motion: Motion;
  readonly #watch: DriftWatch;
  readonly #trial = new Trial(FACTORS.rank);
  /** Frames of the block at hand; left of the rest after an alarm, and until another one may be raised. 1: the last was judged. */
  readonly #counters = { inBlock: 0, rest: 0, quiet: 0, judged: 0 };
  /** Frames since the change that the last frame gave away; below 0: it gave away none. */
  #since = -1;
  /** 1: joined anew since the last alarm. */
  #joined: Float64Array;

  constructor(options: CalibratedOptions, state?: DetectorState) {
    super(options, KEPT);
    this.#words = options.words ?? ENGLISH;
    const { parts = {} } = options;
    this.#contrasts = parts.contrasts ?? new Contrasts(this.sensors);
    this.#channels = parts.channels ?? new Channels();
    this.#past = new Past(this.sensors, this.ring);
    this.#runs = parts.runs ?? new Runs(this.sensors);
    this.#motion = parts.motion ?? new Motion(FACTORS.rank);
    this.#watch = new DriftWatch(this.sensors, FACTORS.rank);
    this.#joined = new Float64Array(this.sensors);
    this.#tail.fit();
    if (state !== undefined) this.load(state);
  }

  static restore(state: DetectorState, words?: ChangeWords): CalibratedDetector {
    const sensitivity = state.config.sensitivity as Sensitivity;
    return new CalibratedDetector({ names: state.names, sensitivity, words }, state);
  }

  get phase(): 'warming' | 'ready' {
    return this.#counters.judged === 1 ? 'ready' : 'warming';
  }

  override get pause(): number {
    return this.#counters.quiet;
  }

  override get drift(): Drift | null {
    return this.#watch.drift;
  }

  override driftOf(column: number): DriftDirection | null {
    return this.#watch.driftOf(column);
  }

  override tellDrift(): void {
    this.#watch.tell();
  }

  readAround(column: number): BeforeAfter | null {
    return this.#since < 0 ? null : this.#past.around(column, this.#since);
  }

  noteStuck(column: number): void {
    this.#runs.noteWithFound(column, this.isWithholding);
  }

  protected override get ownConfig(): DetectorState['config'] {
    return {};
  }

  protected override get ownParts(): StatePart[] {
    return [
      this.#counters,
      this.#joined,
      ...this.#tail.parts,
      ...this.#contrasts.parts,
      ...this.#runs.parts,
      ...this.#past.parts,
    ];
  }

  protected override get ownLaterParts(): StatePart[][] {
    return [this.#watch.parts, [...this.#contrasts.laterParts, ...this.#trial.parts], this.#motion.parts];
  }

  protected override checkOwn(): void {
    checkCounters(this.#counters);
    if (this.#joined.some((value) => value !== 0 && value !== 1))
      throw damagedState('the sensors that joined', '0 or 1', this.#joined.join(' '));
    this.#contrasts.check();
    this.#runs.check();
    this.#past.check();
    this.#tail.check();
    this.#watch.check();
    this.#trial.check(this.sensors);
    this.#motion.check();
  }

  protected override grow(): void {
    this.#contrasts.addSensor();
    this.#past.addSensor();
    this.#runs.addSensor();
    this.#watch.addSensor();
    const joined = new Float64Array(this.sensors);
    joined.set(this.#joined);
    this.#joined = joined;
  }

  protected override clear(j: number): void {
    for (const part of [this.#contrasts, this.#past, this.#runs, this.#watch]) part.clearSensor(j);
    this.#joined[j] = 0;
    if (this.#trial.counters.column === j) this.#trial.begin(j, null);
  }

  /** What a stuck sensor reads is no evidence. */
  protected override prepare(): void {
    this.#runs.follow(this.readings);
    this.#runs.hideFound(this.readings);
  }

  protected override observe(dt: number): void {
    this.#contrasts.average(this.evidence, dt);
    this.#motion.average(this.evidence.filter.state, dt);
  }

  protected override decide(): ChangeEvent | null {
    const counters = this.#counters;
    const isResting = counters.rest > 0;
    this.setScore(0);
    this.#since = -1;
    counters.judged = 0;
    this.#past.record(this.evidence, this.readings);
    this.#watch.learn(this.evidence, this.readings, this.ring.numberOf(0), this.ring.timeOf(0) ?? NaN);
    if (this.framesRead <= GATHERED_FROM) return null;
    if (!isResting) this.#tryChange();

    this.#contrasts.weigh(this.evidence, !isResting);
    this.#motion.weigh(!isResting);
    this.#channels.gather(this.#contrasts);
    this.#tail.raise(this.#channels.evidence);
    if (counters.quiet > 0) counters.quiet--;
    if (isResting) {
      this.#rest();
      return null;
    }
    const alarm = this.#findChange() ?? this.#findMotion() ?? this.#findStuck();
    if (this.#counters.rest === 0 && ++counters.inBlock === BLOCK) this.#closeBlock();
    return alarm;
  }

  /** An alarm of any of the channels is to come no more often than asked for. */
  get #limit(): number {
    return Math.log(TAILS * framesPerFalseAlarm(this.sensitivity));
  }

  get #mayAlarm(): boolean {
    return this.framesRead > ALARM_FROM && this.#tail.isKnown && this.#counters.quiet === 0;
  }

  /** The channel that rose highest for what is usual of it. */
  #findChange(): ChangeEvent | null {
    if (!this.#tail.isKnown) return null;
    this.#counters.judged = 1;
    const limit = this.#limit;
    let surprise = 0;
    let channel = 0;
    for (let c = 0; c < CHANNELS; c++) {
      const value = this.#tail.surprise(c, this.#channels.evidence[c]);
      if (value <= surprise) continue;
      surprise = value;
      channel = c;
    }
    const isAlarm = surprise >= limit && this.#mayAlarm;
    this.setScore(isAlarm ? surprise / limit : Math.min(surprise / limit, BELOW_ALARM));
    return isAlarm ? this.#raiseAlarm(channel, surprise) : null;
  }

  /** Sensors that go on following each other, but move otherwise. */
  #findMotion(): ChangeEvent | null {
    if (!this.#mayAlarm) return null;
    const limit = this.#limit;
    const { surprise } = this.#motion;
    const sensor = surprise < limit ? -1 : this.#motion.leadingOf(this.evidence.filter.state);
    if (sensor < 0) return null;
    this.setScore(surprise / limit);
    const back = Math.min(this.#motion.counters.above, this.ring.reach - 1);
    return this.#beginRest(back, sensor, surprise, true);
  }

  #raiseAlarm(channel: number, surprise: number): ChangeEvent {
    const scale = channel % SCALES;
    const stream = this.#strongestStream(Math.floor(channel / SCALES), scale);
    const sensor = this.#channels.strongest[stream * SCALES + scale];
    const back = this.#past.date(this.#contrasts, this.evidence, stream, scale, sensor);
    return this.#beginRest(back, sensor, surprise, false);
  }

  #beginRest(back: number, sensor: number, surprise: number, isMotion: boolean): ChangeEvent {
    const named = this.rank(this.#contrasts.shown, NAMED, sensor);
    const event = this.#explain(back, named, Math.exp(surprise) / TAILS, isMotion);
    this.#counters.rest = REST;
    this.#counters.quiet = REST;
    this.#counters.judged = 0;
    this.#trial.begin(sensor, this.rowOf(sensor));
    this.#joined.fill(0);
    this.#joinAnew();
    return event;
  }

  /** Says of each sensor named what became of it since `back` frames ago. */
  #explain(
    back: number,
    named: readonly SensorContribution[],
    rarity: number,
    isMotion: boolean,
  ): ChangeEvent {
    const { names } = this;
    this.#since = back;
    const sensors = named.map((sensor): ChangedSensor => {
      const compared = this.#compare(names.lastIndexOf(sensor.name), back);
      const kind = kindOf(compared);
      return { ...sensor, kind, direction: directionOf(kind, compared), ...compared };
    });
    const showing = sensors.filter(({ contribution }) => contribution >= SHOWS).length;
    const event = this.describe(back, sensors);
    return {
      ...event,
      kind: showing === 0 ? 'joint' : sensors[0].kind,
      scope: scopeOf(sensors),
      since: event.time,
      rarity: Math.round(Math.min(rarity, MOST_RARE)),
      summary:
        isMotion && showing === 0
          ? say(this.#words.motion, { name: sensors[0].name })
          : summarise(sensors, this.#words),
    };
  }

  #compare(column: number, back: number): BeforeAfter {
    return this.#past.compare(this.#contrasts, this.evidence, column, back);
  }

  /** A joint alarm is named and dated by the stream that shows it most. */
  #strongestStream(stream: number, scale: number): number {
    if (stream !== JOINT) return stream;
    const { evidence } = this.#channels;
    let strongest = 0;
    for (let k = 1; k < STREAMS; k++) {
      if (evidence[k * SCALES + scale] > evidence[strongest * SCALES + scale]) strongest = k;
    }
    return strongest;
  }

  #findStuck(): ChangeEvent | null {
    if (!this.#mayAlarm) return null;
    const logOdds = Math.log(this.sensors * framesPerFalseAlarm(this.sensitivity));
    const j = this.#runs.find(this.readings, logOdds, this.evidence, this.isWithholding);
    if (j < 0) return null;
    const { run } = this.#runs.columns;
    const score = Math.max(1, run[j] / this.#runs.limitOf(j, logOdds));
    this.#runs.noteFound(j, this.isWithholding);
    this.#counters.quiet = REST;
    this.setScore(score);
    const back = Math.min(run[j], this.ring.reach - 1);
    const level = this.#runs.columns.value[j];
    const spread = this.evidence.columns.spread[j];
    const before = { level: this.#compare(j, 0).before.level, spread };
    this.#since = back;
    const sensor: ChangedSensor = {
      ...{ name: this.names[j], contribution: score, kind: 'stuck', direction: 'none' },
      ...{ before, after: { level, spread: 0 } },
    };
    const event = this.describe(back, [sensor]);
    const rarity = framesPerFalseAlarm(this.sensitivity) * score;
    return {
      ...{ ...event, kind: 'stuck', scope: 'sensor', since: event.time, rarity: Math.round(rarity) },
      summary: summarise([sensor], this.#words),
    };
  }

  /**
   * After an alarm sensors that show the change join anew. Those that were silent meanwhile may have changed as well, and have not seen
   * what the others follow now: held to a row of before, they would put the others in the wrong. They learn it again, and say nothing
   * until they have a past again. Then all averages begin again, and the whole peak is one.
   */
  #rest(): void {
    this.#joinAnew();
    if (--this.#counters.rest > 0) return;
    for (let j = 0; j < this.#joined.length; j++) {
      if (!this.#contrasts.isSilent(j)) continue;
      this.evidence.relearnRow(j);
      this.#contrasts.forget(j);
    }
    this.#contrasts.restart();
    if (this.#motion.evidence[0] >= SHOWS) this.#motion.relearn();
    this.#motion.restart();
    this.#counters.inBlock = 0;
    this.#tail.closeBlock();
    this.#trial.counters.block = this.#tail.counters.blocks;
  }

  /** The peak of a change that lasts was no false alarm, and says nothing of how high those rise. */
  #tryChange(): void {
    const { row, counters } = this.#trial;
    if (row === null) return;
    const off = this.readings[counters.column] - this.expectedBy(row, counters.column);
    if (this.#trial.follow(off)) this.#tail.withdraw(counters.block);
  }

  #joinAnew(): void {
    const { shown } = this.#contrasts;
    for (let j = 0; j < this.#joined.length; j++) {
      if (this.#joined[j] === 1 || shown[j] < SHOWS) continue;
      this.#joined[j] = 1;
      this.evidence.relearn(j);
      this.#contrasts.forget(j);
    }
  }

  #closeBlock(): void {
    this.#counters.inBlock = 0;
    this.#contrasts.closeBlock();
    if (this.#contrasts.hasHistory) this.#tail.closeBlock();
    else this.#tail.dropBlock();
    this.#motion.closeBlock();
  }
}
