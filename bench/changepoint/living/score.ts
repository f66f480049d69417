import type { ChangeEvent } from '../../../src';
import type { Watcher } from '../charts/chart';
import { groups, type Family, type Group } from './families';
import type { Change } from './injection';

/** Alarms before this frame are not counted. */
export const COUNTED_FROM = 400;
export const WITHIN = [60, 200] as const;

/** What a detector said of one family. */
export interface FamilyResult {
  readonly family: Family;
  readonly alarms: readonly ChangeEvent[];
  /** The first alarms after each change. */
  readonly answers: readonly (readonly ChangeEvent[])[];
}

/** How a detector is made, and how one is copied: a changed stream is the same as the clean one up to its change. */
export interface Contender {
  readonly name: string;
  create(sensors: number): Watcher;
  readonly copy?: (detector: Watcher) => Watcher;
}

export function follow(contender: Contender, family: Family): FamilyResult {
  const { frames, dts, changes } = family;
  const detector = contender.create(frames[0].length);
  const answers: ChangeEvent[][] = changes.map(() => []);
  const alarms: ChangeEvent[] = [];
  frames.forEach((frame, t) => {
    changes.forEach((change, i) => {
      if (change.at === t) answers[i] = answer(contender, detector, family, change);
    });
    const { alarm } = detector.update(frame, dts?.[t] ?? 1);
    if (alarm !== null) alarms.push(alarm);
  });
  return { family, alarms, answers };
}

function answer(contender: Contender, at: Watcher, family: Family, change: Change): ChangeEvent[] {
  const { frames, dts } = family;
  let detector = contender.copy?.(at);
  if (detector === undefined) {
    detector = contender.create(at.sensors);
    for (let t = 0; t < change.at; t++) detector.update(frames[t], dts?.[t] ?? 1);
  }
  const alarms: ChangeEvent[] = [];
  for (let i = 0; i < change.frames.length; i++) {
    const { alarm } = detector.update(change.frames[i], dts?.[change.at + i] ?? 1);
    if (alarm !== null) alarms.push(alarm);
  }
  return alarms;
}

/** Sums over the families of a group. */
export class GroupScore {
  frames = 0;
  falseAlarms = 0;
  changes = 0;
  stuck = 0;
  stuckHits = 0;
  readonly hits = WITHIN.map(() => 0);
  readonly chance = WITHIN.map(() => 0);

  add({ family, alarms, answers }: FamilyResult): void {
    const within = (events: readonly ChangeEvent[], at: number, w: number): number =>
      events.some(({ detectedIndex }) => detectedIndex >= at && detectedIndex <= at + w) ? 1 : 0;
    this.frames += family.frames.length - COUNTED_FROM;
    this.falseAlarms += alarms.filter(({ detectedIndex }) => detectedIndex >= COUNTED_FROM).length;
    family.changes.forEach(({ kind, at }, i) => {
      if (kind === 'stuck') {
        this.stuck++;
        this.stuckHits += within(answers[i], at, WITHIN[0]);
        return;
      }
      this.changes++;
      WITHIN.forEach((w, k) => {
        this.hits[k] += within(answers[i], at, w);
        this.chance[k] += within(alarms, at, w);
      });
    });
  }

  get summary(): GroupSummary {
    return {
      frames: this.frames,
      falsePerThousand: (1000 * this.falseAlarms) / Math.max(1, this.frames),
      net: WITHIN.map((_, k) => (this.hits[k] - this.chance[k]) / Math.max(1, this.changes)),
      stuckFound: this.stuckHits / Math.max(1, this.stuck),
    };
  }
}

/** Plain data. */
export interface GroupSummary {
  readonly frames: number;
  readonly falsePerThousand: number;
  /** Hits less those that the alarms of the clean stream score on the same windows, as a share of the changes. */
  readonly net: readonly number[];
  readonly stuckFound: number;
}

export type GroupSummaries = Readonly<Record<Group, GroupSummary>>;

export const createScores = (): Readonly<Record<Group, GroupScore>> =>
  Object.fromEntries(groups.map((group) => [group, new GroupScore()])) as Record<Group, GroupScore>;

export const summarise = (scores: Readonly<Record<Group, GroupScore>>): GroupSummaries =>
  Object.fromEntries(groups.map((group) => [group, scores[group].summary])) as Record<Group, GroupSummary>;
