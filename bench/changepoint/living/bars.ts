import type { Bar } from '../bars';
import type { SkabResult } from '../skab';
import type { Group } from './families';
import type { LivingResult } from './run';

interface GroupBar {
  readonly group: Group;
  /** Most false alarms per 1,000 frames and least net hits within 60, at normal and at low sensitivity. */
  readonly falseAlarms: readonly [number, number];
  readonly net: readonly [number, number] | null;
}

const GROUP_BARS: readonly GroupBar[] = [
  { group: 'swing', falseAlarms: [0.12, 0.06], net: [0.9, 0.9] },
  { group: 'wander', falseAlarms: [0.2, 0.1], net: [0.92, 0.92] },
  { group: 'alone', falseAlarms: [0.9, 0.5], net: null },
  { group: 'real', falseAlarms: [0.85, 0.6], net: [0.32, 0.29] },
];
const STUCK = 0.85;
const STEADY = { others: [5, 4], hits: [57, 50], delay: 7 } as const;
const RIGHT_FIRST = 0.85;
const SKAB = { f1: 0.53, falseAlarms: 4 } as const;

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** The default method at normal and at low sensitivity, in this order, against what it is to reach. */
export function checkLiving(results: readonly LivingResult[], skab: SkabResult | null): Bar[] {
  const bars = results.slice(0, 2).flatMap((result, k) => checkOne(result, k));
  const [{ hits, rightFirst }] = results;
  bars.push({
    test: 'right sensor first, of the hits',
    reached: percent(rightFirst / Math.max(1, hits)),
    bar: `>= ${percent(RIGHT_FIRST)}`,
    pass: rightFirst >= RIGHT_FIRST * hits,
  });
  if (skab !== null) {
    bars.push({
      test: 'SKAB, valve1: F1 / false alarms',
      reached: `${skab.f1.toFixed(3)} / ${skab.falseAlarms}`,
      bar: `>= ${SKAB.f1} / <= ${SKAB.falseAlarms}`,
      pass: skab.f1 >= SKAB.f1 && skab.falseAlarms <= SKAB.falseAlarms,
    });
  }
  return bars;
}

function checkOne({ sensitivity, groups, steady }: LivingResult, k: number): Bar[] {
  const bars = GROUP_BARS.flatMap(({ group, falseAlarms, net }): Bar[] => {
    const score = groups[group];
    if (score.frames === 0) return [];
    const rate = score.falsePerThousand;
    return [
      {
        test: `${group}, ${sensitivity}: false per 1,000 / net hits within 60 / stuck`,
        reached: `${rate.toFixed(2)} / ${percent(score.net[0])} / ${percent(score.stuckFound)}`,
        bar: `<= ${falseAlarms[k]} / ${net === null ? '-' : `>= ${percent(net[k])}`} / >= ${percent(STUCK)}`,
        pass: rate <= falseAlarms[k] && (net === null || score.net[0] >= net[k]) && score.stuckFound >= STUCK,
      },
    ];
  });
  const { hits, changes, otherAlarms, delay } = steady;
  bars.push({
    test: `steady plants, ${sensitivity}: found of ${changes} / other alarms / median delay`,
    reached: `${hits} / ${otherAlarms} / ${delay}`,
    bar: `>= ${STEADY.hits[k]} / <= ${STEADY.others[k]} / <= ${STEADY.delay}`,
    pass: hits >= STEADY.hits[k] && otherAlarms <= STEADY.others[k] && delay <= STEADY.delay,
  });
  return bars;
}
