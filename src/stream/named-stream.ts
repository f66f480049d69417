import { PsmfError, damagedState, describe, describeBytes } from '../errors';
import { plainSettings, type Draft, type Engine, type EngineMaker, type Settings } from './engine';
import { FrameClock, isTime } from '../frame/clock';
import { isForgotten, SensorColumns } from '../frame/columns';
import { readModeState, type ModeState } from '../frame/message-mode';
import type { Snapshot } from '../snapshot/envelope';
import { describeReceipt, type Receipt } from './receipt';
import { otherSettings, readStreamMeta } from './stream-meta';
import type { Answer, Frame, StreamModel, StreamOptions, StreamSnapshot } from './stream-model';

/** What a snapshot is restored from; the count of frames and the time of the last one are held against the numbers if they are known. */
export type Kept = Pick<StreamSnapshot, 'meta' | 'data'> & Partial<Pick<Snapshot, 'seq' | 'time'>>;

/** The way of a frame from names and times to columns and dt, into an engine, and the engine's answer back. */
export abstract class NamedStream<A extends Answer> implements StreamModel<A> {
  readonly #maker: EngineMaker<A>;
  readonly #sensors: SensorColumns;
  /** The answer while there is no engine. */
  #nothing: Draft<A> | null = null;
  #clock: FrameClock;
  reading: ModeState | null = null;
  readonly #letsStraysGo: boolean;
  /** Whether some columns are of sensors that were let go. */
  #forgotten = false;
  /** None before the first sensor. */
  #engine: Engine<A> | null = null;
  maxBytes = Infinity;

  /** Goes on where the snapshot was taken, if there is one; throws OTHER_SETTINGS if that was made with other options. */
  protected constructor(options: StreamOptions, maker: EngineMaker<A>, kept?: Kept) {
    this.#maker = maker;
    this.#letsStraysGo = options.letsStraysGo ?? false;
    this.#sensors = new SensorColumns(options);
    this.#clock = new FrameClock(maker.cycleMs);
    if (kept !== undefined) this.#load(kept);
    else if (this.names.length > 0) this.#engine = maker.create(this.names);
  }

  get names(): readonly string[] {
    return this.#sensors.names;
  }

  get decimals(): ArrayLike<number> {
    return this.#sensors.decimals;
  }

  get seq(): number {
    return this.#engine?.seq ?? 0;
  }

  get bytes(): number {
    return this.#bytesFor(this.names.length);
  }

  /** What works on columns and dt; null before the first sensor. */
  protected get engine(): Engine<A> | null {
    return this.#engine;
  }

  learnOne(frame: Frame): A {
    checkArrival(frame);
    this.#sensors.read(frame);
    if (this.#clock.isLate(frame.time, frame.arrival)) return this.#answerOnly(frame);
    if (this.#sensors.joining.length > 0) this.#join(frame);
    if (this.#engine !== null) {
      const dt = this.#clock.measure(frame.time, frame.arrival);
      this.#engine.learn(this.#sensors.readings, dt, timeOf(frame), this.#clock.period, frame);
      this.#clock.advance(frame.time, frame.arrival);
    }
    if (this.#letsStraysGo) for (const name of this.#sensors.countStrays()) this.forgetSensor(name);
    return this.#finish(frame, false);
  }

  checkFrames(frames: readonly Frame[]): void {
    const sensors = this.#sensors.requireRoomFor(frames);
    if (sensors > this.names.length) this.#requireMemory(sensors);
  }

  predictOne(frame: Frame): A {
    checkArrival(frame);
    this.#sensors.read(frame);
    return this.#answerOnly(frame);
  }

  forgetSensor(name: string): boolean {
    const column = this.#sensors.forget(name);
    if (column < 0) return false;
    this.#forgotten = true;
    this.#free(column);
    return true;
  }

  /** Makes room for another sensor in the column of a forgotten one, if the engine can. */
  #free(column: number): void {
    if (this.#engine?.replaceSensor !== undefined)
      this.#engine.replaceSensor(column, this.#sensors.free(column));
  }

  receipt(): Receipt | null {
    const measured = this.#engine?.measured;
    if (measured === undefined) return null;
    const isShown = (name: string): boolean => !isForgotten(name);
    return describeReceipt(measured, this.names, isShown, this.seq, this.#clock.period);
  }

  rhythm(j: number): number | null {
    return this.#engine?.measured?.rhythm(j) ?? null;
  }

  /** Says nothing of the sensor in column j, which was let go. */
  protected abstract blank(answer: Draft<A>, j: number): void;

  #blankForgotten(answer: Draft<A>): void {
    this.names.forEach((name, j) => {
      if (isForgotten(name)) this.blank(answer, j);
    });
  }

  renameSensors(nameOf: (name: string) => string): void {
    if (this.#sensors.configured !== null) return;
    this.#sensors.rename(nameOf);
    const packed = this.#engine?.pack();
    if (packed !== undefined)
      this.#engine = this.#maker.restore(this.names, packed.data, plainSettings(packed.extra));
  }

  snapshot(): StreamSnapshot | null {
    if (this.#engine === null) return null;
    const { data, extra } = this.#engine.pack();
    const clock = { ...this.#clock.snapshot() };
    return {
      seq: this.seq,
      meta: {
        ...{ names: [...this.names], config: this.#settings, clock, extra },
        ...(this.reading === null ? {} : { reading: { ...this.reading } }),
      },
      data,
    };
  }

  get #settings(): Settings {
    return { ...this.#maker.config, sensors: this.#sensors.configured };
  }

  #load({ meta, data, seq, time }: Kept): void {
    const sensors = this.#sensors;
    const { names, clock, extra, reading } = readStreamMeta(meta, this.#settings);
    const { configured } = sensors;
    if (
      configured !== null &&
      (names.length !== configured.length || names.some((name, j) => name !== configured[j]))
    )
      throw otherSettings('the configured sensors', names.join(', '));
    if (!sensors.hasRoom(names.length))
      throw otherSettings('no more sensors than maxSensors allows', `${names.length}`);
    this.#engine = this.#maker.restore(names, data, extra);
    if (seq !== undefined && seq !== this.seq)
      throw damagedState('its count of frames', `${this.seq}`, `${seq}`);
    this.#clock = FrameClock.restore(clock, this.#maker.cycleMs, time);
    sensors.restore(names);
    this.#forgotten = names.some(isForgotten);
    for (const column of sensors.unfreed) this.#free(column);
    this.reading = reading === null ? null : readModeState(reading);
  }

  #answerOnly(frame: Frame): A {
    const isLate = this.#clock.isLate(frame.time, frame.arrival);
    const dt = isLate ? 1 : this.#clock.measure(frame.time, frame.arrival);
    this.#engine?.predict(this.#sensors.readings, dt, isLate, this.#clock.period, frame);
    return this.#finish(frame, isLate);
  }

  #join(frame: Frame): void {
    const sensors = this.#sensors;
    const known = sensors.names.length;
    sensors.requireRoom(sensors.columnsToCome);
    this.#requireMemory(sensors.columnsToCome);
    const columns = sensors.join(frame);
    const { names } = sensors;
    this.#forgotten = names.some(isForgotten);
    if (this.#engine === null) this.#engine = this.#maker.create(names);
    else
      for (const column of columns) {
        if (column < known) this.#engine.replaceSensor?.(column, names[column]);
        else this.#engine.addSensor(names[column]);
      }
  }

  #bytesFor(sensors: number): number {
    return bytesOfStream(sensors) + (sensors === 0 ? 0 : this.#maker.bytesFor(sensors));
  }

  #requireMemory(sensors: number): void {
    const bytes = this.#bytesFor(sensors);
    if (bytes <= this.maxBytes) return;
    throw new PsmfError(
      'NO_MEMORY',
      `The memory for ${sensors} sensors`,
      `at most ${describeBytes(Math.max(0, this.maxBytes))}`,
      describeBytes(bytes),
      'Split the stream, leave out what is not a sensor, or allow more memory.',
    );
  }

  #finish(frame: Frame, isLate: boolean): A {
    const answer = this.#engine?.answer ?? (this.#nothing ??= this.#maker.createAnswer());
    if (this.#forgotten) this.#blankForgotten(answer);
    const head: Draft<Answer> = answer;
    head.seq = this.seq;
    head.time = timeOf(frame);
    head.late = isLate;
    head.period = this.#clock.period;
    head.names = this.#sensors.names;
    head.readings = this.#sensors.readings;
    head.rejected = this.#sensors.rejected;
    return answer;
  }
}

/** Names, columns, clock and the answer before any engine. */
const bytesOfStream = (sensors: number): number => 3000 + 400 * sensors;

const timeOf = ({ time, arrival }: Frame): number => (isTime(time) ? time : arrival);

function checkArrival({ arrival }: Frame): void {
  if (isTime(arrival)) return;
  throw new PsmfError(
    'BAD_FRAME',
    'The arrival of the frame',
    'a time in epoch milliseconds',
    describe(arrival),
    'Stamp the frame when it comes.',
  );
}
