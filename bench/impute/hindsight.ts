import { FIRST_SCORED, drawMask, type Mask, type Pattern } from '../../src/evaluate/mask';
import { isKnown, standardDeviations, timeOf, type ReadingsTable } from '../../src/evaluate/readings-table';
import { RecordedFrames } from '../../src/evaluate/recorded-frames';
import { ImputeModel } from '../../src/stream/impute-model';
import type { Progress } from '../progress';
import type { Tables } from './comparison';
import { dataSets, type SetName } from './data-sets';

/** nRMSE and coverage of values in gaps that ended, as they were filled at the time and once more when the sensor was back. */
export interface Hindsights {
  readonly n: number;
  readonly online: { readonly nrmse: number; readonly coverage: number };
  readonly again: { readonly nrmse: number; readonly coverage: number };
}

export interface HindsightCell extends Hindsights {
  readonly set: SetName;
  readonly pattern: Pattern;
}

/** The recordings come without times: an arbitrary Monday. */
const START = Date.UTC(2026, 0, 5);

export function fillAgain(tables: Tables, patterns: readonly Pattern[], progress: Progress): HindsightCell[] {
  return [...tables].flatMap(([set, table]) =>
    patterns.map((pattern) => {
      progress.begin(`hindsight: ${dataSets[set].title}, ${pattern}`);
      const stepMs = 1000 * dataSets[set].stepSeconds;
      const cell = { set, pattern, ...scoreHindsight(table, drawMask(table, pattern, 1), stepMs) };
      progress.advance();
      return cell;
    }),
  );
}

/** What was given for a hidden value, and its half width. */
interface Given {
  readonly truth: number;
  readonly value: number;
  readonly halfWidth: number;
}

class Errors {
  #squares = 0;
  #held = 0;
  #n = 0;

  add({ truth, value, halfWidth }: Given, unit: number): void {
    this.#n += 1;
    this.#squares += ((truth - value) / unit) ** 2;
    if (Math.abs(truth - value) <= halfWidth) this.#held += 1;
  }

  get total(): { readonly nrmse: number; readonly coverage: number } {
    return { nrmse: Math.sqrt(this.#squares / this.#n), coverage: this.#held / this.#n };
  }

  get n(): number {
    return this.#n;
  }
}

/** A gap that was not filled again counts as it was filled at the time. */
export function scoreHindsight(table: ReadingsTable, mask: Mask, stepMs: number): Hindsights {
  const { rows, sensors, values } = table;
  const names = Array.from({ length: sensors }, (_, j) => `${j}`);
  const model = new ImputeModel({ sensors: names, maxSensors: sensors, hindsight: true });
  const frames = new RecordedFrames(names);
  const units = standardDeviations(table);
  const open = names.map(() => new Map<number, Given>());
  const [online, again] = [new Errors(), new Errors()];
  const readings = new Float64Array(sensors);
  for (let row = 0; row < rows; row++) {
    if (table.dt[row] === 0) continue;
    for (let j = 0, cell = row * sensors; j < sensors; j++, cell++)
      readings[j] = mask[cell] === 1 ? NaN : values[cell];
    const answer = model.learnOne(frames.frameOf(readings, timeOf(table, row) ?? START + row * stepMs));
    const { outcome, value, sd, refilled, time } = answer;
    for (let j = 0; j < sensors; j++) {
      const cell = row * sensors + j;
      if (outcome[j] === 'filled' && row >= FIRST_SCORED && isKnown(table, cell) && units[j] > 0)
        open[j].set(time, { truth: values[cell], value: value[j], halfWidth: 2 * sd[j] });
      if (outcome[j] !== 'observed') continue;
      const points = new Map(
        refilled.find(({ column }) => column === j)?.points.map((point) => [point.time, point]),
      );
      for (const [at, given] of open[j]) {
        const point = points.get(at);
        online.add(given, units[j]);
        const better =
          point === undefined
            ? given
            : { ...given, value: point.value, halfWidth: (point.upper - point.lower) / 2 };
        again.add(better, units[j]);
      }
      open[j].clear();
    }
  }
  return { n: online.n, online: online.total, again: again.total };
}
