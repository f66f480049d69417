import { median } from '../../src/scale/median';
import type { Watcher } from './charts/chart';
import { generate, generateMixed, kinds, type Stream } from './generators';
import { Tally, alarmsOf, match } from './matching';

/** Streams of each kind. */
const SETS = 6;
const WITHIN = 60;

export interface SteadyResult {
  readonly hits: number;
  readonly changes: number;
  readonly otherAlarms: number;
  readonly delay: number;
  /** Changes of frequency found, of those there are. */
  readonly frequency: number;
  readonly frequencies: number;
}

/** The seven kinds of change and the mixed stream, `SETS` seeds each, whole streams: an alarm that is no hit counts against. */
export function runSteady(create: (sensors: number) => Watcher, seed: number): SteadyResult {
  const all = new Tally();
  const frequency = new Tally();
  const add = ({ frames, changes }: Stream, tallies: readonly Tally[]): void => {
    const matching = match(alarmsOf(create(frames[0].length), frames), changes, WITHIN);
    for (const tally of tallies) tally.add(matching, changes);
  };
  for (let set = 0; set < SETS; set++) {
    for (const kind of kinds)
      add(generate(kind, seed + set), kind === 'frequency' ? [all, frequency] : [all]);
    add(generateMixed(seed + set), [all]);
  }
  return {
    hits: all.hits,
    changes: all.changes,
    otherAlarms: all.falseAlarms,
    delay: median(all.delays),
    frequency: frequency.hits,
    frequencies: frequency.changes,
  };
}
