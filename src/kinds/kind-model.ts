import { createEnsembleEstimates, type EnsembleEstimates } from '../ensemble/ensemble-estimates';
import type { EnsembleModel } from '../ensemble/ensemble-model';
import type { MeasuredFill } from '../ensemble/measured-fill';
import type { Estimate } from '../filter/predict';
import type { Measured } from './measured';
import { kindOf, type Kind, type KindSettings } from './kind';
import { SensorKind, type PackedKind } from './sensor-kind';

const DEGREES = 180 / Math.PI;
/** An angle about which nothing is known is this far off, in degrees: that of a uniform one. */
const UNKNOWN_ANGLE = 104;

/** What the ensemble says of sensors as users see them. */
export interface KindEstimates extends EnsembleEstimates {
  /** 1: the last reading holds until the next report. */
  readonly held: Uint8Array;
  /** What stands in for a missing reading: the mean, or the likeliest value of a state. */
  readonly fill: Float64Array;
}

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

  /** An angle of a sensor, from 0 to 360 or from -180 to 180 as its readings are. */
  wrapAngle(j: number, degrees: number): number {
    const turned = turn(degrees);
    return turned < 0 && !this.#sensors[j].finder.isSigned ? turned + 360 : turned;
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
    this.#describe(readings, dt);
    const { mean, sd } = this.#model.estimates;
    for (let j = 0; j < this.#sensors.length; j++) {
      const sensor = this.#sensors[j];
      const { column } = sensor;
      sensor.learn(readings, j, mean, column);
      if (sensor.mayCount) sensor.counter.learn(readings[j], mean[column], sd[column], dt);
    }
    this.#addColumns();
  }

  predictOne(readings: Float64Array, dt: number, time: number): void {
    this.#transform(readings, dt);
    this.#model.predictOne(this.#readings, dt, time);
    this.#describe(readings, dt);
  }

  forecast(h: number): Estimate[] {
    return this.#readForecast(this.#model.forecast(h));
  }

  forecastAfter(
    readings: Float64Array,
    dt: number,
    time: number,
    frameMs: number | null,
    h: number,
  ): Estimate[] {
    this.#transform(readings, dt);
    return this.#readForecast(this.#model.forecastAfter(this.#readings, dt, time, frameMs, h));
  }

  #addColumn(): number {
    this.#model.addSensor();
    this.#readings = new Float64Array(this.#model.sensors).fill(NaN);
    return this.#model.sensors - 1;
  }

  /** A sensor found to be a counter or an angle gets columns for it; the one of its plain readings stays, unread. */
  #addColumns(): void {
    for (const sensor of this.#sensors) {
      const { kind } = sensor;
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
    const inner = this.#readings;
    inner.fill(NaN);
    for (let j = 0; j < this.#sensors.length; j++) {
      const sensor = this.#sensors[j];
      const { kind } = sensor;
      if (kind === 'counter') inner[sensor.rateColumn] = sensor.counter.rateOf(readings[j], dt);
      else if (kind === 'angle') {
        inner[sensor.cosineColumn] = Math.cos(readings[j] / DEGREES);
        inner[sensor.sineColumn] = Math.sin(readings[j] / DEGREES);
      } else inner[sensor.plainColumn] = readings[j];
    }
  }

  #describe(readings: Float64Array, dt: number): void {
    const inner = this.#model.estimates;
    const out = this.#estimates;
    for (let j = 0; j < this.#sensors.length; j++) {
      const sensor = this.#sensors[j];
      copyEstimate(out, j, inner, sensor.column);
      out.held[j] = 0;
      const { kind } = sensor;
      if (kind === 'counter') this.#describeCounter(j, sensor, readings[j], dt);
      else if (kind === 'angle') this.#describeAngle(j, sensor, readings[j]);
      else if (Number.isNaN(readings[j])) this.#describeGap(j, sensor);
      const isState = kind === 'state' && !Number.isNaN(out.mean[j]);
      if (isState) out.mean[j] = sensor.clampToValues(out.mean[j]);
      out.fill[j] = isState ? sensor.likeliest(out.mean[j]) : out.mean[j];
    }
  }

  #describeCounter(j: number, { counter, rateColumn }: SensorKind, reading: number, dt: number): void {
    const { mean, sd } = this.#model.estimates;
    const out = this.#estimates;
    out.mean[j] = counter.valueAt(mean[rateColumn], dt);
    out.sd[j] = counter.deviationAt(sd[rateColumn], dt);
    out.denoised[j] = out.denoisedSd[j] = NaN;
    if (Number.isNaN(out.mean[j])) {
      out.mean[j] = counter.value;
      out.sd[j] = NaN;
    }
    if (!Number.isNaN(reading)) out.gap[j] = 0;
  }

  #describeAngle(j: number, sensor: SensorKind, reading: number): void {
    const { mean, sd, denoised } = this.#model.estimates;
    const out = this.#estimates;
    const { cosineColumn: c, sineColumn: s } = sensor;
    const { isSigned } = sensor.finder;
    out.mean[j] = angleOf(mean[c], mean[s], isSigned);
    out.sd[j] = angleDeviation(mean[c], mean[s], sd[c], sd[s]);
    out.denoised[j] = Number.isNaN(reading) ? NaN : angleOf(denoised[c], denoised[s], isSigned);
    if (!Number.isNaN(reading)) out.residual[j] = turn(reading - out.mean[j]) / out.sd[j];
  }

  /** A sensor that reports on change holds; one that is read now and then does as far as the model knows no better. */
  #describeGap(j: number, sensor: SensorKind): void {
    const out = this.#estimates;
    if (Number.isNaN(sensor.last)) return;
    if (sensor.isSlow) {
      const { weight, deviation } = sensor.blend;
      if (Number.isNaN(deviation) || Number.isNaN(out.mean[j])) return;
      out.mean[j] = sensor.last + weight * (out.mean[j] - sensor.last);
      out.sd[j] = Math.sqrt(weight * out.sd[j] ** 2 + (1 - weight) * deviation ** 2);
      return;
    }
    if (sensor.kind !== 'on-change') return;
    out.mean[j] = sensor.last;
    out.sd[j] = sensor.finder.deadBand / 2;
    out.held[j] = 1;
  }

  #readForecast(inner: readonly Estimate[]): Estimate[] {
    const values = this.#sensors.map(({ counter }) => counter.valueAt(0, 0));
    const spreads = this.#sensors.map(({ counter }) => counter.deviationAt(0, 0));
    return inner.map(({ mean, variance }) => {
      const out = {
        mean: new Float64Array(this.#sensors.length),
        variance: new Float64Array(this.#sensors.length),
      };
      this.#sensors.forEach((sensor, j) => {
        const { column, kind, cosineColumn: c, sineColumn: s } = sensor;
        out.mean[j] = mean[column];
        out.variance[j] = variance[column];
        if (kind === 'counter') {
          out.mean[j] = values[j] += mean[column];
          spreads[j] += Math.sqrt(sensor.counter.calibration * variance[column]);
          out.variance[j] = spreads[j] ** 2;
        } else if (kind === 'angle') {
          out.mean[j] = angleOf(mean[c], mean[s], sensor.finder.isSigned);
          out.variance[j] =
            angleDeviation(mean[c], mean[s], Math.sqrt(variance[c]), Math.sqrt(variance[s])) ** 2;
        } else if (kind === 'state') out.mean[j] = sensor.likeliest(mean[column]);
      });
      return out;
    });
  }
}

/** The angle of a direction in degrees: from 0 to 360, or from -180 to 180. */
function angleOf(cosine: number, sine: number, isSigned: boolean): number {
  const angle = DEGREES * Math.atan2(sine, cosine);
  return angle < 0 && !isSigned ? angle + 360 : angle;
}

/** sd of atan2(s, c) to first order, at most that of an angle about which nothing is known. */
function angleDeviation(cosine: number, sine: number, cosineSd: number, sineSd: number): number {
  const square = cosine * cosine + sine * sine;
  const sd = Math.sqrt((sine * cosineSd) ** 2 + (cosine * sineSd) ** 2) / square;
  return Number.isNaN(sd) ? NaN : Math.min(DEGREES * sd, UNKNOWN_ANGLE);
}

/** A difference of angles, from -180 to 180. */
export const turn = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

const createEstimates = (sensors: number): KindEstimates => ({
  ...createEnsembleEstimates(sensors),
  held: new Uint8Array(sensors),
  fill: new Float64Array(sensors).fill(NaN),
});

function copyEstimate(out: KindEstimates, j: number, from: EnsembleEstimates, column: number): void {
  out.mean[j] = from.mean[column];
  out.sd[j] = from.sd[column];
  out.priorMean[j] = from.priorMean[column];
  out.priorSd[j] = from.priorSd[column];
  out.denoised[j] = from.denoised[column];
  out.denoisedSd[j] = from.denoisedSd[column];
  out.residual[j] = from.residual[column];
  out.outlier[j] = from.outlier[column];
  out.gap[j] = from.gap[column];
  out.active[j] = from.active[column];
  out.measured[j] = from.measured[column];
}
