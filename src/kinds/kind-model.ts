import type { EnsembleModel } from '../ensemble/ensemble-model';
import type { MeasuredFill } from '../ensemble/measured-fill';
import type { Estimate } from '../filter/predict';
import { DEGREES, wrap } from './angle';
import { kindOf, type Kind, type KindSettings } from './kind';
import { createEstimates, estimateSensor, type KindEstimates } from './kind-estimates';
import { forecastSensors } from './kind-forecast';
import type { Measured } from './measured';
import { SensorKind, type PackedKind } from './sensor-kind';

/**
 * The model behind sensors of any kind: it sees rates instead of counters and cosine and sine instead of angles, in columns of
 * their own, and what it says of them is said of the sensors again. A plain sensor is its own column.
 */
export class KindModel {
  readonly #model: EnsembleModel;
  readonly #settings: KindSettings;
  readonly #sensors: SensorKind[] = [];
  #kinds: readonly Kind[] = [];
  #readings: Float64Array;
  #estimates: KindEstimates = createEstimates(0);

  /** `model` has no sensor that is not in `kept`. */
  constructor(
    model: EnsembleModel,
    settings: KindSettings,
    names: readonly string[],
    kept: readonly PackedKind[] | null,
  ) {
    this.#model = model;
    this.#settings = settings;
    names.forEach((name, j) => {
      const set = kindOf(settings, name);
      const sensor = kept === null ? new SensorKind(set) : SensorKind.unpack(set, kept[j]);
      if (kept === null) sensor.plainColumn = j;
      // Of a model that was stored before its sensors' pauses were: they were read frame by frame.
      if (kept === null && model.seq > 0) sensor.pause.count = 2;
      this.#sensors.push(sensor);
    });
    this.#readings = new Float64Array(model.sensors).fill(NaN);
    this.#estimates = createEstimates(names.length);
    this.#addColumns();
  }

  get seq(): number {
    return this.#model.seq;
  }

  get phase(): 'warming' | 'ready' {
    return this.#model.phase;
  }

  get features(): Float64Array {
    return this.#model.features;
  }

  get ensemble(): EnsembleModel {
    return this.#model;
  }

  get estimates(): KindEstimates {
    return this.#estimates;
  }

  /** The kind of each sensor, as it is taken now; the same array as long as they are the same. */
  get kinds(): readonly Kind[] {
    const sensors = this.#sensors;
    let isSame = this.#kinds.length === sensors.length;
    for (let j = 0; j < sensors.length && isSame; j++) isSame = this.#kinds[j] === sensors[j].kind;
    if (!isSame) this.#kinds = sensors.map(({ kind }) => kind);
    return this.#kinds;
  }

  /** What the model has measured of its fills, in the units of each sensor: degrees of an angle, a frame's step of a counter. */
  get measured(): Measured {
    const model = this.#model;
    const columnOf = (j: number): number => this.#sensors[j].column;
    return {
      coverage: model.coverage,
      kinds: this.kinds,
      fill: (j) => this.#measuredFill(this.#sensors[j]),
      sharedMovement: (j, other) => model.sharedMovement(columnOf(j), columnOf(other)),
      rhythm: (j) => model.rhythm(columnOf(j)),
    };
  }

  #measuredFill(sensor: SensorKind): MeasuredFill {
    const fill = this.#model.measuredFill(sensor.column);
    if (sensor.kind !== 'angle') return fill;
    const sine = this.#model.measuredFill(sensor.sineColumn);
    const degrees = (cosine: number, error: number): number => DEGREES * Math.hypot(cosine, error);
    return {
      deviation: degrees(fill.deviation, sine.deviation),
      errors: fill.errors.flatMap(({ gap, error }) => {
        const same = sine.errors.find((other) => other.gap === gap);
        return same === undefined ? [] : [{ gap, error: degrees(error, same.error) }];
      }),
    };
  }

  /** The gap in frames from which on each sensor is silent, by its own past. */
  copySilentAfter(out: Float64Array): void {
    for (let j = 0; j < this.#sensors.length; j++) out[j] = this.#sensors[j].silentAfter;
  }

  /** The column of the model whose estimates are those of sensor j, as far as it is plain; -1: they are not the model's alone. */
  plainColumn(j: number): number {
    const sensor = this.#sensors[j];
    return sensor.isSlow ? -1 : sensor.plainColumn;
  }

  /** An angle of a sensor, from 0 to 360 or from -180 to 180 as its readings are. */
  wrapAngle(j: number, degrees: number): number {
    return wrap(degrees, this.#sensors[j].finder.isSigned);
  }

  pack(): PackedKind[] {
    return this.#sensors.map((sensor) => sensor.pack());
  }

  addSensor(name: string): void {
    const sensor = new SensorKind(kindOf(this.#settings, name));
    sensor.plainColumn = this.#addColumn();
    this.#sensors.push(sensor);
    this.#addColumns();
    this.#estimates = createEstimates(this.#sensors.length);
  }

  /** Sensor j is from now on another, of which nothing is known. */
  replaceSensor(j: number, name: string): void {
    const former = this.#sensors[j];
    for (const column of former.columns) if (column >= 0) this.#model.replaceSensor(column);
    this.#sensors[j] = former.replacedBy(kindOf(this.#settings, name));
    this.#addColumns();
  }

  learnOne(readings: Float64Array, dt: number, time: number, frameMs: number | null): void {
    this.#transform(readings, dt);
    this.#model.learnOne(this.#readings, dt, time, frameMs);
    this.#estimate(readings, dt);
    const { mean, sd } = this.#model.estimates;
    for (let j = 0; j < this.#sensors.length; j++) {
      const sensor = this.#sensors[j];
      const { column } = sensor;
      sensor.learn(readings, j, mean, column);
      // Its column of plain readings is of long ago, and units of long ago are worse than none.
      if (sensor.column !== column && sensor.column === sensor.plainColumn)
        this.#model.replaceSensor(sensor.plainColumn);
      if (sensor.mayCount) sensor.counter.learn(readings[j], sensor.rateWithin(mean[column]), sd[column], dt);
    }
    this.#addColumns();
  }

  predictOne(readings: Float64Array, dt: number, time: number): void {
    this.#transform(readings, dt);
    this.#model.predictOne(this.#readings, dt, time);
    this.#estimate(readings, dt);
  }

  forecast(h: number): Estimate[] {
    return forecastSensors(this.#sensors, this.#model.forecast(h));
  }

  forecastAfter(
    readings: Float64Array,
    dt: number,
    time: number,
    frameMs: number | null,
    h: number,
  ): Estimate[] {
    this.#transform(readings, dt);
    return forecastSensors(this.#sensors, this.#model.forecastAfter(this.#readings, dt, time, frameMs, h));
  }

  #addColumn(): number {
    this.#model.addSensor();
    this.#readings = new Float64Array(this.#model.sensors).fill(NaN);
    return this.#model.sensors - 1;
  }

  /**
   * A sensor found to be a counter or an angle gets columns for it; the one of its plain readings stays, unread. One that was set to be
   * either from its first reading on has none of those, and gets it when it is neither.
   */
  #addColumns(): void {
    for (const sensor of this.#sensors) {
      const { kind } = sensor;
      const isPlain = kind !== 'counter' && kind !== 'angle';
      if (isPlain && sensor.plainColumn < 0) sensor.plainColumn = this.#addColumn();
      if (kind === 'counter' && sensor.rateColumn < 0) sensor.rateColumn = this.#claimColumn(sensor);
      if (kind === 'angle' && sensor.cosineColumn < 0) {
        sensor.cosineColumn = this.#claimColumn(sensor);
        if (sensor.sineColumn < 0) sensor.sineColumn = this.#addColumn();
      }
    }
  }

  /** A column that was never read, or a new one. */
  #claimColumn(sensor: SensorKind): number {
    if (!Number.isNaN(sensor.last)) return this.#addColumn();
    const { plainColumn } = sensor;
    sensor.plainColumn = -1;
    return plainColumn;
  }

  #transform(readings: Float64Array, dt: number): void {
    this.#readings.fill(NaN);
    for (let j = 0; j < this.#sensors.length; j++)
      this.#sensors[j].transform(readings, j, dt, this.#readings);
  }

  #estimate(readings: Float64Array, dt: number): void {
    const { estimates } = this.#model;
    for (let j = 0; j < this.#sensors.length; j++)
      estimateSensor(this.#estimates, j, this.#sensors[j], estimates, readings, dt);
  }
}
