import type { Bar } from './bars';
import { writeDrifts, type DriftResult } from './drift';
import type { FaultResult } from './faults';
import { writePlants, type PlantResult } from './plants';
import { writeRates, type RateResult } from './rates';
import type { SkabResult } from './skab';
import type { Costs, StepCost } from './step-cost';
import type { KindResult } from './synthetic';
import { writeLiving } from './living/report';
import type { LivingResult } from './living/run';

/** All that one run found. */
export interface Results {
  readonly sets: number;
  readonly methods: readonly {
    readonly name: string;
    readonly kinds: KindResult[];
    readonly skab: SkabResult | null;
  }[];
  readonly bars: readonly Bar[];
  /** On plants that live. */
  readonly living: readonly LivingResult[];
  readonly costs: Costs;
  readonly faults: readonly FaultResult[];
  readonly drifts: readonly DriftResult[];
  readonly rates: readonly RateResult[];
  readonly plants: readonly PlantResult[];
  /** An alarm now and then, whatever the data. */
  readonly blind: SkabResult | null;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What is said of sensors beside alarms. */
export function writeFaults(faults: readonly FaultResult[]): string {
  return [
    '## Faults of sensors, and changes that are undone',
    'On streams of 20 sensors, half rhythms and half causes that wander, after 1,200 frames: a step of one sensor by 2 to 4 (offset), a reading in another unit, two sensors exchanged, a step that is undone after 30 to 430 frames, and a lasting step of three sensors (plant), of which no fault may be told. Verdicts within 500 frames.',
    table(
      ['case', 'cases', 'with an alarm', 'right verdict', 'a wrong one'],
      faults.map(({ kind, cases, alarms, right, wrong }) => [
        kind,
        ...[cases, alarms].map(String),
        kind === 'plant' ? '-' : `${right}`,
        `${wrong}`,
      ]),
    ),
  ].join('\n\n');
}

const skabCells = (name: string, { f1, hits, falseAlarms, missed, nab }: SkabResult): string[] => [
  name,
  f1.toFixed(3),
  ...[hits, falseAlarms, missed].map(String),
  nab.toFixed(1),
];

const costCells = ({ sensors, after, microseconds, memoryKb, alarms }: StepCost): string[] => [
  `${sensors}`,
  `${after}`,
  microseconds.toFixed(1),
  memoryKb.toFixed(0),
  `${alarms}`,
];

const percent = (share: number): string => (100 * share).toFixed(0);
const orDash = (value: number): string => (Number.isNaN(value) ? '-' : `${value}`);

const verdict = (pass: boolean | null): string => (pass === null ? 'stated' : pass ? 'pass' : '**miss**');

export function markdown(results: Results): string {
  const { methods, bars, living, costs, faults, drifts, rates, plants, sets, blind } = results;
  const { contest } = costs;
  const changed = methods[0].kinds.filter(
    ({ kind }) => !['none', 'mixed', 'mixed-late', 'dropped'].includes(kind),
  );
  const names = changed.map(({ kind }) => kind);
  const sections = [
    '# Changepoints, measured',
    `Written by \`npm run bench:changepoint -- --data DIR\`: ${sets} seeded streams of each kind, normal sensitivity, a change counts as found within 60 frames.`,
    '## The default method against its bars',
    table(
      ['test', 'reached', 'bar', ''],
      bars.map(({ test, reached, bar, pass }) => [test, reached, bar, verdict(pass)]),
    ),
    'The mixed streams are judged at 60 frames like all others, where an alarm that comes 61 to 100 frames late counts twice, as a miss and as a false alarm; the figure at 100 is stated beside it, without a verdict.',
    '## Plants that live',
    'Rhythms of 50 to 600 frames (swing), common causes that wander, sensors that each wander alone, and recordings with changes injected (real): false alarms per 1,000 frames of the streams without a change, then hits within 60 / 200 frames less those that the alarms of the unchanged stream score by chance, then the stuck sensors found. Half of the streams have times, half of these with frames left out; three seeds.',
    writeLiving(living),
    '## Methods in one run, steady plants',
    'Per cent of the changes found / median delay in frames, each method at its own normal threshold: compare the false alarms too, which are not matched. The thresholds of BOCPD, CUSUM and PELT were set by hand on a few streams of other seeds. PELT works on whole windows, after the fact.',
    table(
      ['method', 'false per 1,000', ...names, 'mixed F1', 'precision'],
      methods.map(({ name, kinds }) => {
        const of = (kind: string): KindResult | undefined => kinds.find((result) => result.kind === kind);
        const mixed = of('mixed-late');
        return [
          name,
          (of('none')?.falsePerThousand ?? NaN).toFixed(2),
          ...names.map((kind) => `${percent(of(kind)?.detected ?? NaN)} / ${orDash(of(kind)?.delay ?? NaN)}`),
          (mixed?.f1 ?? NaN).toFixed(2),
          (mixed?.precision ?? NaN).toFixed(2),
        ];
      }),
    ),
    '![Share of the changes found](changepoint-detected.svg)',
  ];
  sections.push(writeRates(rates));
  if (plants.length > 0) sections.push(writePlants(plants));
  sections.push(writeFaults(faults), writeDrifts(drifts));
  if (methods[0].skab !== null) {
    sections.push(
      '## SKAB, the pump rig',
      'An alarm up to 60 rows after a labelled change is a hit; each alarm serves one change. NAB: our own scorer of that name, which never counts alone: see what blind alarms get.',
      table(
        ['method', 'F1', 'hits', 'false alarms', 'missed', 'NAB'],
        [...methods, { name: 'an alarm every 60 rows', skab: blind }].flatMap(({ name, skab }) =>
          skab === null ? [] : [skabCells(name, skab)],
        ),
      ),
    );
  }
  sections.push(
    '## Cost of a frame',
    'CPU time on a recording without a change, low sensitivity; memory in use after a full collection.',
    table(
      ['sensors', 'frames before', 'µs a frame', 'memory, kB', 'alarms'],
      [...costs.bySensors, ...costs.byLength].map(costCells),
    ),
    `At ${contest.sensors} sensors, in turns: the default method with its filter ${contest.scan.toFixed(0)} µs a frame, PELT over the last ${contest.window} frames (mean and variance, on innovations it is given) ${contest.pelt.toFixed(0)} µs, ${(contest.pelt / contest.scan).toFixed(1)} times as much.`,
    '![Cost of a frame](changepoint-cost.svg)',
  );
  return sections.join('\n\n') + '\n';
}
