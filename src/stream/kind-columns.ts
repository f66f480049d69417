import type { ChangedSensor, ChangeEvent, ChangeNews, SensorContribution } from '../change';
import { kindOf, type KindSettings } from '../kinds/kind';
import { SensorKind, type PackedKind } from '../kinds/sensor-kind';

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

  /** An event of the detector as one of the sensors: of a counter it tells the rate; of an angle only how much it shows. */
  describe(event: ChangeEvent): ChangeEvent {
    const isAsSeen = this.#columns.every(({ name, sensor }) => name === this.#names[sensor]);
    return isAsSeen ? event : { ...event, sensors: this.#bySensor(event.sensors) };
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
    const found = this.#columns.find(({ name }) => name === column);
    return found === undefined ? column : this.#names[found.sensor];
  }

  /** The sensor whose readings, or whose rate, a column holds; of an angle the column's own name. */
  readonly nameOf = (column: string): string => {
    const found = this.#columns.find(({ name }) => name === column);
    return found === undefined || found.isAngle ? column : this.#names[found.sensor];
  };

  pack(): PackedKind[] {
    return this.#sensors.map((sensor) => sensor.pack());
  }

  #bySensor(seen: ChangeEvent['sensors']): ChangeEvent['sensors'] {
    const found = new Map<number, SensorContribution | ChangedSensor>();
    for (const part of seen) {
      const column = this.#columns.find(({ name }) => name === part.name);
      if (column === undefined) continue;
      const name = this.#names[column.sensor];
      const contribution = part.contribution + (found.get(column.sensor)?.contribution ?? 0);
      found.set(column.sensor, column.isAngle ? { name, contribution } : { ...part, name, contribution });
    }
    return [...found.values()].sort((a, b) => b.contribution - a.contribution);
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
