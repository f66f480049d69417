import type { ChangeEvent } from '../../src';
import type { Watcher } from './charts/chart';

export function alarmsOf(
  detector: Watcher,
  frames: readonly (readonly number[])[],
  dts?: readonly number[],
): ChangeEvent[] {
  const alarms: ChangeEvent[] = [];
  frames.forEach((frame, t) => {
    const { alarm } = detector.update(frame, dts?.[t] ?? 1);
    if (alarm !== null) alarms.push(alarm);
  });
  return alarms;
}

export interface Matching {
  /** Alarm of each change, null where it was missed. */
  readonly hits: readonly (ChangeEvent | null)[];
  readonly falseAlarms: number;
}

/** An alarm raised within `within` frames of a change is a hit; each alarm serves one change only. */
export function match(alarms: readonly ChangeEvent[], changes: readonly number[], within: number): Matching {
  const left = [...alarms];
  const hits = changes.map((change) => {
    const i = left.findIndex(
      ({ detectedIndex }) => detectedIndex >= change && detectedIndex <= change + within,
    );
    return i < 0 ? null : left.splice(i, 1)[0];
  });
  return { hits, falseAlarms: left.length };
}

/** Hits, misses and false alarms over many streams. */
export class Tally {
  hits = 0;
  changes = 0;
  falseAlarms = 0;
  readonly delays: number[] = [];
  readonly errors: number[] = [];

  add(matching: Matching, changes: readonly number[]): void {
    this.changes += changes.length;
    this.falseAlarms += matching.falseAlarms;
    matching.hits.forEach((hit, i) => {
      if (hit === null) return;
      this.hits++;
      this.delays.push(hit.detectedIndex - changes[i]);
      this.errors.push(Math.abs(hit.index - changes[i]));
    });
  }

  get detected(): number {
    return this.hits / Math.max(1, this.changes);
  }

  get precision(): number {
    return this.hits / Math.max(1, this.hits + this.falseAlarms);
  }

  get f1(): number {
    return (2 * this.hits) / Math.max(1, this.hits + this.falseAlarms + this.changes);
  }
}
