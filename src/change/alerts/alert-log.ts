import { PsmfError, describe } from '../../errors';
import { say } from '../../words';
import type { ChangeEvent, Drift, RowSource } from '../detector';
import type { ChangeNews, DriftEvent } from '../news';
import { ENGLISH, type ChangeWords } from '../words';
import {
  createAlertState,
  MOST_NORMAL,
  MOST_OPEN,
  MOST_RECENT,
  readAlertState,
  type AlertState,
  type Mark,
  type OpenChange,
} from './alert-state';
import { tellFaults, tellResolved, tellSwapped, type Telling } from './change-news';
import { areNormal, isOfDrift, isSameMark, markOf, showingOf, TRAILING } from './mark';
import { followChange, isOver, isUndone, isUndoneBy, openChange, standsAt } from './open-change';
import { matters, type SmallestChanges } from './smallest-change';
import { findSwapped, isPairOf } from './swapped-pair';

/** The id of a change that was not told, as its like is normal. */
const NOT_TOLD = 0;

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
  /** What a sentence calls a column. */
  saidOf: (column: string) => string = (column) => column;

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
    if (this.isMaintained || areNormal([mark], this.#state.normal)) return null;
    const summary = say(this.#words.drift, { name, rate, size });
    return {
      ...{ event: 'drift', id: this.#number([mark]), index, since, time, sensors: [{ name }], summary },
      ...{ direction, rate, size, correction: { factor: 1, offset: -size } },
    };
  }

  #tellingOf({ names }: RowSource, time: number | null): Telling {
    return { words: this.#words, names, time, saidOf: this.saidOf };
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
    if (areNormal(marks, this.#state.normal)) {
      this.#open(source, found, NOT_TOLD);
      return null;
    }
    const undone = this.#state.open.find((change) => isUndoneBy(marks[0], change, source, readings));
    if (undone?.id === NOT_TOLD) {
      this.#close(undone);
      return null;
    }
    const id = this.#number(showingOf(found, TRAILING).map((sensor) => markOf(sensor, source.names)));
    if (undone !== undefined) {
      this.#close(undone);
      news.push(tellResolved(undone, this.#tellingOf(source, found.detectedAt)));
      return { ...found, id, resolves: undone.id };
    }
    this.#open(source, found, id);
    return { ...found, id };
  }

  #matters(sensor: ChangeEvent['sensors'][number]): boolean {
    return !('before' in sensor) || matters(this.#smallest, sensor, this.nameOf(sensor.name));
  }

  /** The sensor stands where it stood when it was told of, or its return has been told in this frame. */
  #isTold(mark: Mark | undefined, news: readonly ChangeNews[]): boolean {
    if (mark === undefined || news.some(({ event }) => event === 'resolved')) return false;
    return this.#state.open.some((change) => standsAt(mark, change));
  }

  /** Follows a change in place of any other of the same first sensor. */
  #open(source: RowSource, found: ChangeEvent, id: number): void {
    const opened = openChange(source, found, id);
    if (opened === null) return;
    const { sensor } = opened.sensors[0];
    const isSuperseded = (change: OpenChange): boolean =>
      change.sensors[0].sensor === sensor && findSwapped(change) === null;
    const open = this.#state.open.filter((change) => !isSuperseded(change));
    this.#state.open = [...open, opened].slice(-MOST_OPEN);
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
    const telling = this.#tellingOf(source, time);
    const news: ChangeNews[] = [];
    for (const change of [...this.#state.open]) {
      if (!this.#state.open.includes(change)) continue; // ended with another
      const faults = followChange(change, source, readings) ? this.#judgeFaults(change, telling) : [];
      news.push(...faults);
      if (faults.some(({ event }) => event === 'resolved')) continue;
      if (change.id !== NOT_TOLD && isUndone(change, source, readings)) {
        this.#close(change);
        news.push(tellResolved(change, telling));
        continue;
      }
      change.frames++;
      if (isOver(change)) this.#close(change);
    }
    return news;
  }

  /** Two sensors that are exchanged again are exchanged back. */
  #judgeFaults(change: OpenChange, telling: Telling): ChangeNews[] {
    const pair = findSwapped(change);
    if (pair === null) return tellFaults(change, telling);
    const former = this.#state.open.find((other) => other !== change && isPairOf(other, pair));
    if (former === undefined) return [tellSwapped(change, pair, telling)];
    this.#close(former);
    return [tellResolved(former, telling)];
  }
}
