import type { Evidence } from '../evidence/evidence';
import type { StatePart } from '../packed-state';
import {
  checkColumns,
  clearColumns,
  counts,
  createColumns,
  doubles,
  growColumns,
  type Columns,
} from '../sensor-columns';

/** Shortest run that counts, readings before a sensor is judged, and what is added as runs cluster. */
const SHORTEST = 10;
const LEAST_READ = 200;
const CLUSTERING = 1.5;

/** A run that was found; and one that was found while nothing is told, and is to be found again. */
const FOUND = 1;
const WITHHELD = 2;

const columns = {
  value: doubles(NaN),
  /** Further readings in a row that equal the value; most of them in a row so far; readings. */
  run: counts(),
  longest: counts(),
  read: counts(),
  /** Of the run at hand: FOUND, WITHHELD or neither. */
  told: counts(),
};

/**
 * Runs of equal readings. Their lengths fall off geometrically, the more slowly the longer the longest so far: a run is a stuck
 * sensor once it is as rare as the rate of false alarms allows,
 *
 *   run >= 1.5 (longest + 1) ln(sensors / rate) / ln(readings)
 */
export class Runs {
  readonly columns: Columns<typeof columns>;

  constructor(sensors: number) {
    this.columns = createColumns(columns, sensors);
  }

  get parts(): StatePart[] {
    return Object.values(this.columns);
  }

  addSensor(): void {
    growColumns(columns, this.columns, this.columns.run.length + 1);
  }

  clearSensor(j: number): void {
    clearColumns(columns, this.columns, j);
  }

  check(): void {
    checkColumns(columns, this.columns);
  }

  follow(readings: ArrayLike<number>): void {
    const { value, run, longest, read, told } = this.columns;
    for (let j = 0; j < run.length; j++) {
      if (readings[j] !== readings[j]) continue;
      read[j]++;
      if (readings[j] === value[j]) {
        run[j]++;
        continue;
      }
      longest[j] = Math.max(longest[j], run[j]);
      run[j] = 0;
      told[j] = 0;
      value[j] = readings[j];
    }
  }

  /** Sensors that were found to be stuck, and still are, count as missing. */
  hideFound(readings: Float64Array): void {
    const { told } = this.columns;
    for (let j = 0; j < told.length; j++) if (told[j] > 0) readings[j] = NaN;
  }

  noteFound(j: number, isWithheld: boolean): void {
    this.columns.told[j] = isWithheld ? WITHHELD : FOUND;
  }

  /** What else is seen of a sensor that was found: it is found with it, if it stands still as well. */
  noteWithFound(j: number, isWithheld: boolean): void {
    const { run, told } = this.columns;
    if (told[j] === WITHHELD || run[j] >= SHORTEST) this.noteFound(j, isWithheld);
  }

  /** The length at which a run of this sensor is a stuck one; Infinity while too little is known of it. */
  limitOf(j: number, logOdds: number): number {
    const { longest, read } = this.columns;
    if (read[j] <= LEAST_READ) return Infinity;
    return Math.max(SHORTEST, (CLUSTERING * (longest[j] + 1) * logOdds) / Math.log(read[j]));
  }

  /** A stuck sensor that was withheld before, or is among those read in this frame and not found yet; -1: none. */
  find(readings: ArrayLike<number>, logOdds: number, evidence: Evidence, isWithheld: boolean): number {
    const { run, told } = this.columns;
    for (let j = 0; j < run.length; j++) {
      if (told[j] === WITHHELD && !isWithheld) return j;
      if (run[j] < SHORTEST || told[j] > 0 || readings[j] !== readings[j]) continue;
      if (run[j] >= this.limitOf(j, logOdds) && evidence.hasUnit(j)) return j;
    }
    return -1;
  }
}
