import { Progress } from '../progress';
import type { Competitor } from './competitors';
import { Draws } from './draws';
import { CHANGE, generate, generateMixed, kinds, type Kind, type Stream } from './generators';
import { median } from '../../src/scale/median';
import { Tally, alarmsOf, match } from './matching';

/** Frames after a change in which an alarm counts as its detection. */
const WITHIN = 60;
/** The same for "mixed-late", where a late alarm is not counted twice: as a miss and as a false alarm. */
const WITHIN_LATE = 100;
const DROPPED = 0.3;
const SEED = 10_000;

export interface KindResult {
  readonly kind: Kind | 'mixed' | 'mixed-late' | 'dropped';
  readonly sets: number;
  readonly detected: number;
  readonly delay: number;
  readonly error: number;
  /** False alarms in 1,000 frames without a change. */
  readonly falsePerThousand: number;
  readonly f1: number;
  readonly precision: number;
}

/** One method on every kind of change: `sets` seeded streams each, up to 100 frames after the change. */
export function runSynthetic(competitor: Competitor, sets: number): KindResult[] {
  const bar = new Progress((kinds.length + 2) * sets);
  const results = kinds.map((kind) => {
    const tally = new Tally();
    let quiet = 0;
    for (let set = 0; set < sets; set++) {
      const { frames, changes } = generate(kind, SEED + set);
      const seen = kind === 'none' ? frames : frames.slice(0, CHANGE + 100);
      const alarms = alarmsOf(competitor.create(frames[0].length, 'normal'), seen);
      const before = alarms.filter(({ detectedIndex }) => kind === 'none' || detectedIndex < CHANGE);
      tally.add(match(alarms, changes, WITHIN), changes);
      quiet += before.length;
      bar.advance(competitor.name);
    }
    return describe(kind, sets, tally, (1000 * quiet) / (sets * (kind === 'none' ? 1200 : CHANGE)));
  });
  const mixed = new Tally();
  const mixedLate = new Tally();
  const dropped = new Tally();
  let quiet = 0;
  let quietFrames = 0;
  for (let set = 0; set < sets; set++) {
    const stream = generateMixed(SEED + set);
    const found = alarmsOf(competitor.create(8, 'normal'), stream.frames);
    mixed.add(match(found, stream.changes, WITHIN), stream.changes);
    mixedLate.add(match(found, stream.changes, WITHIN_LATE), stream.changes);
    bar.advance(competitor.name);
    const kind = kinds[1 + (set % (kinds.length - 1))];
    const { frames, dts, changes } = dropFrames(generate(kind, SEED + set), set);
    const alarms = alarmsOf(competitor.create(20, 'normal'), frames, dts);
    const before = alarms.filter(({ detectedIndex }) => detectedIndex < changes[0]);
    dropped.add(match(alarms, changes, WITHIN), changes);
    quiet += before.length;
    quietFrames += changes[0];
    bar.advance(competitor.name);
  }
  bar.clear();
  return [
    ...results,
    describe('mixed', sets, mixed, (1000 * mixed.falseAlarms) / (3000 * sets)),
    describe('mixed-late', sets, mixedLate, (1000 * mixedLate.falseAlarms) / (3000 * sets)),
    describe('dropped', sets, dropped, (1000 * quiet) / quietFrames),
  ];
}

function describe(
  kind: KindResult['kind'],
  sets: number,
  tally: Tally,
  falsePerThousand: number,
): KindResult {
  return {
    kind,
    sets,
    detected: tally.detected,
    delay: median(tally.delays),
    error: median(tally.errors),
    falsePerThousand,
    f1: tally.f1,
    precision: tally.precision,
  };
}

/** Drops frames at random and passes the time between those that are left. */
function dropFrames(stream: Stream, seed: number): { frames: number[][]; dts: number[]; changes: number[] } {
  const draws = new Draws(seed + 1);
  const kept = stream.frames.flatMap((_, t) => (draws.uniform() < DROPPED ? [] : [t]));
  return {
    frames: kept.map((t) => stream.frames[t]),
    dts: kept.map((t, i) => (i === 0 ? 1 : t - kept[i - 1])),
    changes: stream.changes.map((change) => kept.findIndex((t) => t >= change)),
  };
}
