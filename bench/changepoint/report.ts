import { markdownTable } from '../table';
import { writeAblation } from './ablation';
import { checkCosts, type Bar } from './bars';
import { competitors } from './competitors';
import { writeDrifts } from './drift';
import { writeFaults } from './faults';
import { checkLiving } from './living/bars';
import { writeLiving } from './living/report';
import { writeMethodGuide } from './method-guide';
import { writePlants } from './plants';
import { writeRates } from './rates';
import type { MethodResult, Results } from './results';
import type { SkabResult } from './skab';
import type { Costs, StepCost } from './step-cost';
import type { KindResult } from './synthetic';

/** The methods that there are results of, ours first. */
export const methodsOf = ({ methods }: Results): MethodResult[] =>
  competitors.flatMap(({ key }) => methods[key] ?? []);

/** What the default method is to reach, as far as it was measured. */
export function barsOf({ methods, costs }: Results): Bar[] {
  const ours = methods[competitors[0].key];
  return [
    ...(ours === undefined ? [] : checkLiving(ours.living, ours.skab)),
    ...(costs === undefined ? [] : checkCosts(costs)),
  ];
}

const percent = (share: number): string => (100 * share).toFixed(0);
const orDash = (value: number): string => (Number.isNaN(value) ? '-' : `${value}`);
const verdict = (pass: boolean | null): string => (pass === null ? 'stated' : pass ? 'pass' : '**miss**');

/** Why a bar is missed, as far as is known. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^steady plants/, 'on steady plants some of the later changes of streams with five of them are not found'],
  [
    /^SKAB/,
    'on SKAB, recordings of some 1,100 rows of which 420 are learned from, there is little past to compare with',
  ],
];

function explainMisses(bars: readonly Bar[]): string[] {
  const missed = bars.filter(({ pass }) => pass === false);
  const reasons = REASONS.filter(([test]) => missed.some((bar) => test.test(bar.test)));
  return reasons.length === 0 ? [] : [`Missed: ${reasons.map(([, reason]) => reason).join('; ')}.`];
}

function writeBars(bars: readonly Bar[]): string {
  return [
    '## The default method against its bars',
    markdownTable(
      ['test', 'reached', 'bar', 'verdict'],
      bars.map(({ test, reached, bar, pass }) => [test, reached, bar, verdict(pass)]),
    ),
    ...explainMisses(bars),
  ].join('\n\n');
}

function writeSteady(methods: readonly MethodResult[]): string {
  const changed = methods[0].kinds.filter(
    ({ kind }) => !['none', 'mixed', 'mixed-late', 'dropped'].includes(kind),
  );
  const names = changed.map(({ kind }) => kind);
  return [
    '## Methods in one run, steady plants',
    `${methods[0].sets} seeded streams of each kind: per cent of the changes found within 60 frames / median delay in frames, each method at its own normal threshold: compare the false alarms too, which are not matched. PELT works on whole windows, after the fact. The mixed streams count an alarm up to 100 frames late.`,
    markdownTable(
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
  ].join('\n\n');
}

const skabCells = (name: string, { f1, hits, falseAlarms, missed, nab }: SkabResult): string[] => [
  name,
  f1.toFixed(3),
  ...[hits, falseAlarms, missed].map(String),
  nab.toFixed(1),
];

function writeSkab(methods: readonly MethodResult[], blind: SkabResult | null | undefined): string {
  const rows = [...methods, { name: 'an alarm every 60 rows', skab: blind ?? null }];
  return [
    '## SKAB, the pump rig',
    'An alarm up to 60 rows after a labelled change is a hit; each alarm serves one change. NAB: our own scorer of that name, which never counts alone: see what blind alarms get.',
    markdownTable(
      ['method', 'F1', 'hits', 'false alarms', 'missed', 'NAB'],
      rows.flatMap(({ name, skab }) => (skab === null ? [] : [skabCells(name, skab)])),
    ),
  ].join('\n\n');
}

const costCells = ({ sensors, after, microseconds, memoryKb, alarms }: StepCost): string[] => [
  `${sensors}`,
  `${after}`,
  microseconds.toFixed(1),
  memoryKb.toFixed(0),
  `${alarms}`,
];

function writeCosts({ bySensors, byLength, contest }: Costs): string {
  return [
    '## Cost of a frame',
    'CPU time on a recording without a change, low sensitivity; memory in use after a full collection.',
    markdownTable(
      ['sensors', 'frames before', 'µs a frame', 'memory, kB', 'alarms'],
      [...bySensors, ...byLength].map(costCells),
    ),
    `At ${contest.sensors} sensors, in turns: the default method with its filter ${contest.scan.toFixed(0)} µs a frame, PELT over the last ${contest.window} frames (mean and variance, on innovations it is given) ${contest.pelt.toFixed(0)} µs, ${(contest.pelt / contest.scan).toFixed(1)} times as much.`,
    '![Cost of a frame](changepoint-cost.svg)',
  ].join('\n\n');
}

/** Everything that there are results of, as a page. */
export function markdown(results: Results): string {
  const { blind, costs, ablation, faults, drifts, rates, plants } = results;
  const methods = methodsOf(results);
  const bars = barsOf(results);
  const living = methods.flatMap((method) => method.living);
  const sections = [
    '# Changepoints, measured',
    'Written by `npm run bench:changepoint -- --data DIR`, which keeps its figures in `changepoint.json`: `--only NAMES` measures some parts anew, `--page` writes this page from what is kept.',
    bars.length > 0 ? writeBars(bars) : null,
    writeMethodGuide(methods, rates ?? []),
    living.length > 0 ? writeLiving(living) : null,
    methods.length > 0 ? writeSteady(methods) : null,
    ablation === undefined ? null : writeAblation(ablation),
    rates === undefined ? null : writeRates(rates),
    plants === undefined || plants.length === 0 ? null : writePlants(plants),
    faults === undefined ? null : writeFaults(faults),
    drifts === undefined ? null : writeDrifts(drifts),
    methods.some(({ skab }) => skab !== null) ? writeSkab(methods, blind) : null,
    costs === undefined ? null : writeCosts(costs),
  ];
  return sections.filter((section) => section !== null).join('\n\n') + '\n';
}
