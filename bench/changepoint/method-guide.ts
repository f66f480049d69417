import { markdownTable } from '../table';
import { groups } from './living/families';
import type { RateResult } from './rates';
import type { MethodResult } from './results';

/** What each method is for; of those that are no setting, why they are here. */
const USES: Readonly<Record<string, string>> = {
  calibrated: 'unless you know why not: it alone says what happened, and its sensitivity is a rate',
  BOCPD: 'sensors that follow each other, where a probability is wanted; not sensors that each wander alone',
  'PELT on features': 'to look back over a window: tells later, how the sensors move together',
  'PELT on values': 'to look back over a window: tells later, each sensor by its own level and noise',
};

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** When to use which method: false alarms and net hits of one run side by side. */
export function writeMethodGuide(methods: readonly MethodResult[], rates: readonly RateResult[]): string {
  const rows = methods.flatMap(({ name, living }) => {
    const normal = living.find(({ sensitivity }) => sensitivity === 'normal');
    if (normal === undefined) return [];
    const { steady } = normal;
    return [
      [
        name,
        ...groups.map((group) => {
          const { frames, falsePerThousand, net } = normal.groups[group];
          return frames === 0 ? '-' : `${falsePerThousand.toFixed(2)} / ${percent(net[0])}`;
        }),
        `${steady.otherAlarms} / ${steady.hits} of ${steady.changes}`,
        USES[name] ?? 'for comparison',
      ],
    ];
  });
  return [
    '## When to use which method',
    'False alarms per 1,000 frames / net hits within 60 frames at normal sensitivity, of steady plants other alarms / changes found: the same streams and the same scorer for all. A method without net hits hits no more changes than its alarms hit where there is none. CUSUM, Page-Hinkley and T2/SPE have the limits at which white noise gives the false alarms asked for; CUSUM on residuals decides on the evidence of the default method.',
    markdownTable(['method', ...groups, 'steady', 'use it for'], rows),
    ...promise(rates),
  ].join('\n\n');
}

/** Rate that the promise is stated for: the second of those asked for. */
const STATED = 1;
const FRAMES_ASKED = 5000;

/** What the promise of the rate is worth, on simulated plants and on recordings. */
function promise(rates: readonly RateResult[]): string[] {
  const times = ({ frames, alarms }: RateResult): number => (alarms[STATED] * FRAMES_ASKED) / frames;
  const recorded = rates.find(({ stream }) => stream === 'recordings');
  const simulated = rates.filter((rate) => rate !== recorded);
  if (recorded === undefined || simulated.length === 0) return [];
  const most = Math.max(...simulated.map(times));
  return [
    `The promise of the rate: where one false alarm in ${FRAMES_ASKED} frames is asked for, white noise, rhythms and wandering causes have at most ${most.toFixed(1)} times as many, recordings ${times(recorded).toFixed(1)} times. Part of the latter are events that nobody labelled.`,
  ];
}
