import { PsmfError, describe } from '../../errors';
import type { ChangedSensor, ChangeEvent, Drift, RowSource } from '../detector';
import { misfit } from '../faults/correction';
import { findOffset } from '../faults/offset';
import { areSwapped } from '../faults/swapped';
import { findUnit } from '../faults/unit';
import type { ChangeNews, DriftEvent, FaultEvent } from '../news';
import { say } from '../../words';
import { ENGLISH, type ChangeWords } from '../words';
import {
  createAlertState,
  MOST_FOLLOWED,
  MOST_MARKED,
  MOST_NORMAL,
  MOST_OPEN,
  MOST_RECENT,
  readAlertState,
  type AlertState,
  type FollowedSensor,
  type Mark,
  type OpenChange,
} from './alert-state';
import {
  addToSums,
  canReturn,
  follow,
  isBack,
  isCalm,
  shareLeft,
  sizeOf,
  startFollowing,
  sumsOf,
} from './followed-sensor';
import { matters, type SmallestChanges } from './smallest-change';

/** Share of the first sensor's evidence that makes another one of those a change is about; and of those that may be so next time. */
const LEADING = 0.5;
const TRAILING = 0.2;
/** The id of a change that was not told, as its like is normal. */
const NOT_TOLD = 0;
/** Frames after which a change is the normal state of things. */
const LONGEST_OPEN = 2000;
/** Frames of all its sensors after which a change is judged for faults. */
const JUDGED = 60;
/** Frames after which a change of many sensors must still show against the others, and the least share of it. */
const CONFIRMED = 10;
const CONFIRMED_SHARE = 0.6;
/** Deviations that readings scatter about a row that is not theirs, and that the rows of two exchanged sensors must be apart to tell whether they are back. */
const OFF = 1.5;
const APART = 8;
/** A change like an acknowledged one is at most so many times as large. */
const ALIKE = 1.5;
/** Shares of a step within which it is the same one; or, of another, undoes it. */
const SAME = 0.3;
/** An offset is told where the others explain so much of the sensor, and are so many with it. */
const EXPLAINED = 0.5;
const LEAST_SENSORS = 3;

export interface AlertOptions {
  readonly smallest?: SmallestChanges;
  readonly words?: ChangeWords;
}

/** What of an alarm, and beside it, is to be told. */
export interface Told {
  readonly alarm: ChangeEvent | null;
  readonly news: readonly ChangeNews[];
}

const NOTHING: Told = { alarm: null, news: [] };

/**
 * What was told of a stream: the same change is told once, one that is undone or is the fault of a sensor says so, and what does
 * not matter, was called normal, or comes during maintenance is not told.
 */
export class AlertLog {
  readonly #smallest: SmallestChanges;
  readonly #words: ChangeWords;
  #state: AlertState = createAlertState();
  /** The sensor that a column of the detector is a reading or a rate of: what the smallest changes are given for. */
  nameOf: (column: string) => string = (column) => column;

  constructor({ smallest = {}, words = ENGLISH }: AlertOptions = {}) {
    this.#smallest = smallest;
    this.#words = words;
  }

  /** Plain data. */
  get state(): AlertState {
    return this.#state;
  }

  restore(stored: unknown, sensors: number, rank: number): void {
    this.#state = readAlertState(stored, sensors, rank);
  }

  get isMaintained(): boolean {
    return this.#state.isMaintained;
  }

  set isMaintained(value: boolean) {
    this.#state.isMaintained = value;
  }

  /** The last change, or that of the id, was normal: its like is not told again of these sensors. */
  acknowledge(id: unknown): void {
    const { recent } = this.#state;
    const change = id === true ? recent.at(-1) : recent.find((told) => told.id === id);
    if (change === undefined) {
      const known = recent.map((told) => told.id).join(', ');
      throw new PsmfError(
        'BAD_OPTION',
        'msg.acknowledge',
        known === '' ? 'a change that was told' : `true, or the id of one of the last changes: ${known}`,
        known === '' ? 'none so far' : describe(id),
        'Send the id that the change came with; nothing was acknowledged.',
      );
    }
    const { normal } = this.#state;
    for (const mark of change.marks) {
      const known = normal.findIndex((other) => isSameMark(other, mark));
      const size = Math.max(mark.size, normal[known]?.size ?? 0);
      if (known >= 0) normal.splice(known, 1);
      normal.push({ ...mark, size });
    }
    normal.splice(0, normal.length - MOST_NORMAL);
  }

  /** What was told of the sensor in this column says nothing of the next one there. */
  forgetSensor(column: number): void {
    const state = this.#state;
    const isOther = ({ sensor }: Mark): boolean => sensor !== column;
    state.normal = state.normal.filter(isOther);
    state.open = state.open.filter(({ sensors }) => sensors.every(isOther));
    state.recent = state.recent.map(({ id, marks }) => ({ id, marks: marks.filter(isOther) }));
  }

  /** A frame has been learned: of what the detector found in it, what is to be told. */
  learn(
    source: RowSource,
    readings: ArrayLike<number>,
    time: number | null,
    found: ChangeEvent | null,
  ): Told {
    if (found === null && this.#state.open.length === 0) return NOTHING;
    const news = this.#follow(source, readings, time);
    const alarm = found === null ? null : this.#judge(source, readings, found, news);
    return { alarm, news: this.isMaintained ? [] : news.filter(({ id }) => id !== NOT_TOLD) };
  }

  /** A drift as it is to be told; null: it does not matter yet, was called normal, or comes during maintenance. */
  tellDrift(drift: Drift, names: readonly string[], time: number | null): DriftEvent | null {
    const { column, index, since, direction, rate, size, level } = drift;
    const name = names[column];
    const mark: Mark = { sensor: column, kind: 'drift', direction, size: Math.abs(size) };
    const spread = 0;
    const went = { before: { level: level - size, spread }, after: { level, spread } };
    if (!matters(this.#smallest, { name, contribution: 1, kind: 'level', direction, ...went })) return null;
    if (this.isMaintained || this.#isNormal([mark])) return null;
    const summary = say(this.#words.drift, { name, rate, size });
    return {
      ...{ event: 'drift', id: this.#number([mark]), index, since, time, sensors: [{ name }], summary },
      ...{ direction, rate, size, correction: { factor: 1, offset: -size } },
    };
  }

  #number(marks: readonly Mark[]): number {
    const { recent } = this.#state;
    recent.push({ id: ++this.#state.told, marks });
    if (recent.length > MOST_RECENT) recent.shift();
    return this.#state.told;
  }

  #judge(
    source: RowSource,
    readings: ArrayLike<number>,
    found: ChangeEvent,
    news: ChangeNews[],
  ): ChangeEvent | null {
    const showing = showingOf(found);
    const marks = showing.map((sensor) => markOf(sensor, source.names));
    const isSmall = showing.length > 0 && !showing.some((sensor) => this.#matters(sensor));
    if (this.isMaintained || isSmall || this.#isTold(marks[0], news)) return null;
    if (marks.length > 0 && marks.every((mark) => isOfDrift(mark, source))) return null;
    if (this.#isNormal(marks)) {
      this.#open(source, found, NOT_TOLD);
      return null;
    }
    const undone = this.#state.open.find((change) => {
      const pair = undoes(marks[0], change) ? findSwapped(change) : [];
      return pair === null || (pair.length > 0 && areTheirOwn(pair, source, readings));
    });
    if (undone?.id === NOT_TOLD) {
      this.#close(undone);
      return null;
    }
    const id = this.#number(showingOf(found, TRAILING).map((sensor) => markOf(sensor, source.names)));
    if (undone !== undefined) {
      this.#close(undone);
      news.push(this.#resolve(undone, source.names, found.detectedAt));
      return { ...found, id, resolves: undone.id };
    }
    this.#open(source, found, id);
    return { ...found, id };
  }

  #matters(sensor: ChangeEvent['sensors'][number]): boolean {
    return !('before' in sensor) || matters(this.#smallest, sensor, this.nameOf(sensor.name));
  }

  #isNormal(marks: readonly Mark[]): boolean {
    const { normal } = this.#state;
    const isKnown = (mark: Mark): boolean =>
      normal.some((other) => isSameMark(other, mark) && mark.size <= ALIKE * other.size);
    return marks.length > 0 && marks.every(isKnown);
  }

  /** The sensor stands where it stood when it was told of, or its return has been told in this frame. */
  #isTold(mark: Mark | undefined, news: readonly ChangeNews[]): boolean {
    if (mark === undefined || news.some(({ event }) => event === 'resolved')) return false;
    return this.#state.open.some(({ sensors: [first] }) => {
      if (!isSameMark(first, mark)) return false;
      return mark.kind === 'level' && Math.abs(shareLeft(first) - 1) < SAME;
    });
  }

  #open(source: RowSource, found: ChangeEvent, id: number): void {
    const sensors: FollowedSensor[] = [];
    for (const sensor of found.sensors.slice(0, MOST_FOLLOWED)) {
      const j = source.names.lastIndexOf(sensor.name);
      const row = source.rowOf(j);
      if ('before' in sensor && row !== null) sensors.push(startFollowing(sensor, j, row));
    }
    if (sensors.length === 0) return;
    const isSuperseded = (change: OpenChange): boolean =>
      change.sensors[0].sensor === sensors[0].sensor && findSwapped(change) === null;
    const open = this.#state.open.filter((change) => !isSuperseded(change));
    const pairs = sensors.length * (sensors.length - 1);
    open.push({
      ...{ id, index: found.index, since: found.time, isOfSensor: showingOf(found).length === 1 },
      ...{ frames: 0, complete: 0, sensors },
      crossings: new Array<number>(pairs).fill(0),
    });
    this.#state.open = open.slice(-MOST_OPEN);
  }

  /** The change is followed no further; nor is that of two exchanged sensors which are exchanged back. */
  #close(change: OpenChange): void {
    const pair = findSwapped(change);
    const isReturn = (other: OpenChange): boolean =>
      other.id > change.id && pair?.some(({ sensor }) => sensor === other.sensors[0].sensor) === true;
    this.#state.open = this.#state.open.filter((other) => other !== change && !isReturn(other));
  }

  /** What became of the changes that may yet be undone. */
  #follow(source: RowSource, readings: ArrayLike<number>, time: number | null): ChangeNews[] {
    const news: ChangeNews[] = [];
    for (const change of [...this.#state.open]) {
      if (!this.#state.open.includes(change)) continue; // ended with another
      const isComplete = this.#learnFrame(change, source, readings);
      const faults = isComplete && change.complete === JUDGED ? this.#findFaults(change, source) : [];
      for (const fault of faults) news.push({ ...fault, time });
      if (faults.some(({ event }) => event === 'resolved')) continue;
      if (change.id !== NOT_TOLD && isUndone(change, source, readings)) {
        this.#close(change);
        news.push(this.#resolve(change, source.names, time));
      } else if (++change.frames > LONGEST_OPEN || (isUnseen(change) && findSwapped(change) === null)) {
        this.#close(change);
      }
    }
    return news;
  }

  /** Returns whether all sensors of the change were read. */
  #learnFrame(change: OpenChange, source: RowSource, readings: ArrayLike<number>): boolean {
    const { sensors, crossings } = change;
    const expected = sensors.map(({ row, sensor }) =>
      Number.isNaN(readings[sensor]) ? NaN : source.expectedBy(row, sensor),
    );
    sensors.forEach((sensor, i) => {
      if (expected[i] === expected[i]) follow(sensor, readings[sensor.sensor], expected[i]);
    });
    if (change.complete >= JUDGED || expected.some(Number.isNaN)) return false;
    change.complete++;
    sensors.forEach((sensor, i) => addToSums(sensor, readings[sensor.sensor], expected[i]));
    let at = 0;
    for (let i = 0; i < sensors.length; i++) {
      for (let k = 0; k < sensors.length; k++) {
        if (k === i) continue;
        const off = readings[sensors[i].sensor] - expected[k];
        crossings[at++] += off * off;
      }
    }
    return true;
  }

  #findFaults(change: OpenChange, { names }: RowSource): ChangeNews[] {
    const { sensors, complete, id, index, since } = change;
    const head = { event: 'fault', id, index, since, time: null } as const;
    const nameOf = (sensor: FollowedSensor): { name: string } => ({ name: names[sensor.sensor] });
    const pair = findSwapped(change);
    if (pair !== null) {
      const former = this.#state.open.find((other) => other !== change && isPairOf(other, pair));
      if (former !== undefined) {
        this.#close(former);
        return [this.#resolve(former, names, null)];
      }
      const [first, second] = pair.map(nameOf);
      const summary = say(this.#words.swapped, { name: first.name, other: second.name });
      return [{ ...head, fault: 'swapped', correction: null, sensors: [first, second], summary }];
    }
    return sensors.flatMap((sensor): FaultEvent[] => {
      const { name } = nameOf(sensor);
      const sums = sumsOf(sensor, complete);
      const unit = findUnit(sums);
      if (unit !== null) {
        const summary = say(this.#words.unit, { name, unit: unit.unit });
        return [{ ...head, ...unit, fault: 'unit', sensors: [{ name }], summary }];
      }
      const isAlone = change.isOfSensor && names.length >= LEAST_SENSORS && sensor === sensors[0];
      const correction = isAlone && sensor.row.explained >= EXPLAINED ? findOffset(sums) : null;
      if (correction === null) return [];
      const summary = say(this.#words.offset, { name, size: -correction.offset });
      return [{ ...head, fault: 'offset', correction, sensors: [{ name }], summary }];
    });
  }

  #resolve(change: OpenChange, names: readonly string[], time: number | null): ChangeNews {
    const { id, index, since } = change;
    const returned = findSwapped(change) ?? change.sensors.filter(canReturn);
    const sensors = returned.map(({ sensor }) => ({ name: names[sensor] }));
    const summary = say(this.#words.resolved, {
      name: sensors.map(({ name }) => name).join(', '),
      id: `${id}`,
    });
    return { event: 'resolved', id, index, since, time, sensors, summary };
  }
}

/** The sensors that a change is about, the clearest of them: those that show it at least half as clearly as the first, or so much of it. */
function showingOf({ sensors }: ChangeEvent, share = LEADING): ChangeEvent['sensors'] {
  const showing = sensors.filter(({ contribution }) => contribution >= share * sensors[0].contribution);
  return showing.slice(0, MOST_MARKED);
}

function markOf(sensor: ChangeEvent['sensors'][number], names: readonly string[]): Mark {
  const column = names.lastIndexOf(sensor.name);
  if (!('before' in sensor)) return { sensor: column, kind: 'change', direction: 'none', size: 0 };
  const { kind, direction }: ChangedSensor = sensor;
  const hasSize = kind === 'level' || kind === 'noise';
  return { sensor: column, kind, direction, size: hasSize ? sizeOf(sensor) : 0 };
}

const isSameMark = (a: Mark, b: Mark): boolean =>
  a.sensor === b.sensor && a.kind === b.kind && a.direction === b.direction;

/** What goes on with a drift that was told is no change. */
function isOfDrift({ sensor, kind, direction }: Mark, source: RowSource): boolean {
  const drift = source.driftOf(sensor);
  return drift !== null && (kind === 'relation' || (kind === 'level' && direction === drift));
}

/** A step of the same sensor back to where it was. */
function undoes(mark: Mark | undefined, { sensors: [first] }: OpenChange): boolean {
  if (mark === undefined || mark.kind !== 'level' || first.kind !== 'level') return false;
  if (mark.sensor !== first.sensor || mark.direction === first.direction) return false;
  return Math.abs(mark.size - first.size) < SAME * first.size;
}

/** Whether the sensors of a change are as they were: the first and all others that can be followed, or both of two exchanged ones. */
function isUndone(change: OpenChange, source: RowSource, readings: ArrayLike<number>): boolean {
  const { sensors } = change;
  if (change.complete < JUDGED && sensors.some((sensor, i) => i > 0 && isOff(sensor, change.complete)))
    return false; // they may be exchanged ones, which are near to each other now and then
  const isReturned = canReturn(sensors[0]) && sensors.every((sensor) => !canReturn(sensor) || isBack(sensor));
  if (!isReturned && !isCalm(sensors[0])) return false;
  const pair = findSwapped(change);
  return pair === null ? isReturned : pair.every(isCalm) && areTheirOwn(pair, source, readings);
}

/** Whether a sensor leaves its row: by more than its readings scatter. */
const isOff = (sensor: FollowedSensor, complete: number): boolean =>
  misfit(sumsOf(sensor, complete), 1, 0) >= OFF * sensor.row.deviation;

/**
 * Whether each of two sensors reads what its own row says and not what the other's does. That cannot be told, and is not so, while
 * the two rows say much the same.
 */
function areTheirOwn(
  pair: readonly FollowedSensor[],
  source: RowSource,
  readings: ArrayLike<number>,
): boolean {
  const expected = pair.map(({ row, sensor }) => source.expectedBy(row, sensor));
  const apart = Math.abs(expected[0] - expected[1]);
  return pair.every(
    ({ sensor, row }, i) =>
      apart >= APART * row.deviation && Math.abs(readings[sensor] - expected[i]) < apart / 2,
  );
}

/** A change of many that the coefficients have taken over cannot be followed by rows. */
function isUnseen({ isOfSensor, complete, sensors: [first] }: OpenChange): boolean {
  if (isOfSensor || complete !== CONFIRMED || first.kind !== 'level') return false;
  return (first.y - first.p) / complete / (first.after - first.before) < CONFIRMED_SHARE;
}

/** Whether the same two were exchanged before. */
const isPairOf = (change: OpenChange, pair: readonly FollowedSensor[]): boolean =>
  findSwapped(change)?.every(({ sensor }) => pair.some((other) => other.sensor === sensor)) === true;

/** Two sensors that read what the other should, in the frames since the alarm; null: there are none, or too few frames. */
function findSwapped({ sensors, crossings, complete }: OpenChange): readonly FollowedSensor[] | null {
  if (complete < CONFIRMED) return null;
  const width = sensors.length - 1;
  const crossing = (i: number, k: number): number =>
    Math.sqrt(crossings[i * width + k - (k > i ? 1 : 0)] / complete);
  for (let i = 0; i < sensors.length; i++) {
    for (let k = i + 1; k < sensors.length; k++) {
      const [first, second] = [sumsOf(sensors[i], complete), sumsOf(sensors[k], complete)];
      const exchange = { first, second, firstByOther: crossing(k, i), secondByOther: crossing(i, k) };
      if (areSwapped(exchange)) return [sensors[i], sensors[k]];
    }
  }
  return null;
}
