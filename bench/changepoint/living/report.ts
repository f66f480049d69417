import { markdownTable } from '../../table';
import { groups } from './families';
import type { LivingResult } from './run';

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** A row for each method and sensitivity: false alarms, net hits and stuck sensors of each group; then the steady plants. */
export function writeLiving(results: readonly LivingResult[]): string {
  const held = groups.filter((group) => results[0].groups[group].frames > 0);
  const head = [
    'method',
    'sensitivity',
    ...held,
    'steady: found, other alarms, delay',
    'frequency',
    'right sensor first',
  ];
  const rows = results.map(({ name, sensitivity, groups: scores, steady, hits, rightFirst }) => [
    name,
    `${sensitivity}`,
    ...held.map((group) => {
      const score = scores[group];
      const net = `${percent(score.net[0])} / ${percent(score.net[1])}`;
      return `${score.falsePerThousand.toFixed(2)}, ${net}, stuck ${percent(score.stuckFound)}`;
    }),
    `${steady.hits} of ${steady.changes}, ${steady.otherAlarms}, ${steady.delay}`,
    `${steady.frequency} of ${steady.frequencies}`,
    percent(rightFirst / Math.max(1, hits)),
  ]);
  return [
    '## Plants that live',
    'Rhythms of 50 to 600 frames (swing), common causes that wander, sensors that each wander alone, and recordings with changes injected (real): false alarms per 1,000 frames of the streams without a change, then hits within 60 / 200 frames less those that the alarms of the unchanged stream score by chance, then the stuck sensors found. Half of the streams have times, half of these with frames left out; three seeds, of PELT one.',
    markdownTable(head, rows),
  ].join('\n\n');
}
