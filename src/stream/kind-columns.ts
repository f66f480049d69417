import {
  ENGLISH,
  type ChangedSensor,
  type ChangeEvent,
  type ChangeMeaning,
  type ChangeNews,
  type ChangeWords,
  type SensorContribution,
} from '../change';
import { scopeOf, summarise, type SaidSensor } from '../change/calibrated/description';
import type { BeforeAfter } from '../change/detector';
import { kindOf, type KindSettings } from '../kinds/kind';
import { SensorKind, type PackedKind } from '../kinds/sensor-kind';
import { say } from '../words';
import { describeAngle } from './changed-angle';

/** What a column of the detector read before a change and since; null: that is not known. */
export type ReadAround = (column: number) => BeforeAfter | null;

const isChanged = (sensor: SensorContribution | ChangedSensor): sensor is ChangedSensor => 'before' in sensor;

/** A column of the detector: the sensor it is of, and its name there. */
interface Column {
  readonly sensor: number;
  readonly isAngle: boolean;
  readonly name: string;
}

/** What is kept of sensors as they were before there were kinds: each is its own column. */
export const keptAsPlain = (names: readonly string[]): PackedKind[] =>
  names.map((_, j) => {
    const sensor = new SensorKind(null);
    sensor.plainColumn = j;
    return sensor.pack();
  });

/**
 * Sensors of any kind as columns for a detector: a counter is seen by its rate, an angle by cosine and sine, each in columns of
 * their own; all others as they are. A sensor whose kind is found later gets its columns then; those of before stay, unread.
 */
export class KindColumns {
  readonly #settings: KindSettings;
  readonly #sensors: SensorKind[] = [];
  readonly #names: string[] = [];
  readonly #columns: Column[] = [];
  #readings = new Float64Array(0);

  constructor(settings: KindSettings, names: readonly string[], kept: readonly PackedKind[] | null) {
    this.#settings = settings;
    names.forEach((name, j) => this.#add(name, kept?.[j] ?? null));
    names.forEach((_, j) => this.#takeColumns(j));
  }

  /** The names of all columns. */
  get names(): readonly string[] {
    return this.#columns.map(({ name }) => name);
  }

  get length(): number {
    return this.#columns.length;
  }

  addSensor(name: string): void {
    this.#add(name, null);
    this.#takeColumns(this.#sensors.length - 1);
  }

  /** Sensor j is from now on another, of which nothing is known. Returns its columns, which had been the former one's. */
  replaceSensor(j: number, name: string): readonly number[] {
    const former = this.#sensors[j];
    this.#sensors[j] = former.replacedBy(kindOf(this.#settings, name));
    this.#names[j] = name;
    this.#nameColumns(j);
    this.#takeColumns(j);
    return former.columns.filter((column) => column >= 0);
  }

  /** The readings of a frame, dt after the last, by column; overwritten by the next. */
  transform(readings: ArrayLike<number>, dt: number): Float64Array {
    if (this.#readings.length !== this.length) this.#readings = new Float64Array(this.length);
    const out = this.#readings.fill(NaN);
    for (let j = 0; j < this.#sensors.length; j++) this.#sensors[j].transform(readings, j, dt, out);
    return out;
  }

  /** Takes in the frame that was transformed last: kinds may be found, or given up, and have new columns. */
  learn(readings: ArrayLike<number>, dt: number): void {
    for (let j = 0; j < this.#sensors.length; j++) {
      const sensor = this.#sensors[j];
      sensor.learn(readings, j);
      if (sensor.mayCount) sensor.counter.learn(readings[j], NaN, NaN, dt);
      this.#takeColumns(j);
    }
  }

  /**
   * An event of the detector as one of the sensors: of a counter it tells the rate; of an angle the direction, of which `readAround`
   * says what its cosine and its sine read.
   */
  describe(event: ChangeEvent, readAround: ReadAround, words: ChangeWords = ENGLISH): ChangeEvent {
    const isAsSeen = this.#columns.every(({ name, sensor }) => name === this.#names[sensor]);
    if (isAsSeen) return event;
    const sensors = this.#bySensor(event.sensors, readAround);
    return { ...event, sensors, ...this.#meaningOf(event, sensors, words) };
  }

  /** What an event says of angles, in place of what it says of cosines and sines. */
  #meaningOf(
    { kind, scope, summary, sensors: seen }: ChangeEvent,
    sensors: ChangeEvent['sensors'],
    words: ChangeWords,
  ): Partial<ChangeMeaning> {
    const isOfAngle = seen.some(({ name }) => this.#columnOf(name)?.isAngle === true);
    if (!isOfAngle || kind === undefined || !seen.every(isChanged) || !sensors.every(isChanged)) return {};
    const said = sensors.map((sensor): SaidSensor => {
      const isAngle = this.#sensors[this.#names.indexOf(sensor.name)].kind === 'angle';
      return { ...sensor, isAngle, name: isAngle ? sensor.name : this.#seenName(sensor.name) };
    });
    const isMotion = summary !== summarise(seen, words);
    return {
      kind: kind === 'joint' ? kind : sensors[0].kind,
      scope: kind === 'stuck' ? scope : scopeOf(sensors),
      summary: isMotion ? say(words.motion, { name: said[0].name }) : summarise(said, words),
    };
  }

  /** News of the sensors; a correction of a rate, a cosine or a sine is none of the readings, and is not told. */
  describeNews(news: readonly ChangeNews[]): readonly ChangeNews[] {
    const isSeenAsRead = (name: string): boolean => this.#names.includes(name);
    return news
      .filter(({ event, sensors }) => event === 'resolved' || sensors.every(({ name }) => isSeenAsRead(name)))
      .map((item) => {
        const names = new Set(item.sensors.map(({ name }) => this.#ownerOf(name)));
        return { ...item, sensors: [...names].map((name) => ({ name })) };
      });
  }

  /** The sensor that a column is of. */
  #ownerOf(column: string): string {
    const found = this.#columnOf(column);
    return found === undefined ? column : this.#names[found.sensor];
  }

  /** What a sentence calls a column: of an angle the angle. */
  readonly saidOf = (column: string): string => {
    const found = this.#columnOf(column);
    return found?.isAngle === true ? this.#names[found.sensor] : column;
  };

  /** The sensor whose readings, or whose rate, a column holds; of an angle the column's own name. */
  readonly nameOf = (column: string): string => {
    const found = this.#columnOf(column);
    return found === undefined || found.isAngle ? column : this.#names[found.sensor];
  };

  /** The other column that an angle has beside this one. */
  besides(column: string): readonly number[] {
    const found = this.#columnOf(column);
    if (found?.isAngle !== true) return [];
    const { cosineColumn, sineColumn } = this.#sensors[found.sensor];
    return [cosineColumn, sineColumn].filter((other) => other >= 0 && this.#columns[other] !== found);
  }

  pack(): PackedKind[] {
    return this.#sensors.map((sensor) => sensor.pack());
  }

  #bySensor(seen: ChangeEvent['sensors'], readAround: ReadAround): ChangeEvent['sensors'] {
    const found = new Map<number, SensorContribution | ChangedSensor>();
    for (const part of seen) {
      const column = this.#columnOf(part.name);
      if (column === undefined) continue;
      const name = this.#names[column.sensor];
      const known = found.get(column.sensor);
      const contribution = part.contribution + (known?.contribution ?? 0);
      const described = known ?? (column.isAngle ? this.#asAngle(part, column.sensor, readAround) : part);
      found.set(column.sensor, { ...described, name, contribution });
    }
    return [...found.values()].sort((a, b) => b.contribution - a.contribution);
  }

  /** What a column shows of an angle; no more than how clearly, where a method says no more. */
  #asAngle(
    part: SensorContribution | ChangedSensor,
    j: number,
    readAround: ReadAround,
  ): SensorContribution | ChangedSensor {
    const { cosineColumn, sineColumn, finder } = this.#sensors[j];
    const [cosine, sine] = [readAround(cosineColumn), readAround(sineColumn)];
    if (!isChanged(part) || cosine === null || sine === null) return part;
    return describeAngle(part, this.#names[j], { cosine, sine, isSigned: finder.isSigned });
  }

  #columnOf(name: string): Column | undefined {
    return this.#columns.find((column) => column.name === name);
  }

  /** How the detector calls what it sees of a sensor that is no angle. */
  #seenName(name: string): string {
    const sensor = this.#sensors[this.#names.indexOf(name)];
    return this.#columns[sensor.column]?.name ?? name;
  }

  #add(name: string, kept: PackedKind | null): void {
    const set = kindOf(this.#settings, name);
    const sensor = kept === null ? new SensorKind(set) : SensorKind.unpack(set, kept);
    const j = this.#sensors.push(sensor) - 1;
    this.#names.push(name);
    this.#nameColumns(j);
  }

  #nameColumns(j: number): void {
    const name = this.#names[j];
    const names = [name, `rate of ${name}`, `cosine of ${name}`, `sine of ${name}`];
    this.#sensors[j].columns.forEach((column, i) => {
      if (column >= 0) this.#columns[column] = { sensor: j, isAngle: i >= 2, name: names[i] };
    });
  }

  #takeColumns(j: number): void {
    const sensor = this.#sensors[j];
    const { kind } = sensor;
    const name = this.#names[j];
    if (kind === 'counter') {
      if (sensor.rateColumn < 0) sensor.rateColumn = this.#take(j, false, `rate of ${name}`);
    } else if (kind === 'angle') {
      if (sensor.cosineColumn >= 0) return;
      sensor.cosineColumn = this.#take(j, true, `cosine of ${name}`);
      if (sensor.sineColumn < 0) sensor.sineColumn = this.#take(j, true, `sine of ${name}`);
    } else if (sensor.plainColumn < 0) sensor.plainColumn = this.#take(j, false, name);
  }

  #take(sensor: number, isAngle: boolean, name: string): number {
    return this.#columns.push({ sensor, isAngle, name }) - 1;
  }
}
