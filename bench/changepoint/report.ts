import type { Bar } from './bars';
import type { FileResult } from './expected-files';
import type { SkabResult } from './skab';
import type { StepCost } from './step-cost';
import type { KindResult } from './synthetic';

/** All that one run found. */
export interface Results {
  readonly sets: number;
  readonly methods: readonly {
    readonly name: string;
    readonly kinds: KindResult[];
    readonly skab: SkabResult | null;
  }[];
  readonly bars: readonly Bar[];
  readonly files: readonly FileResult[];
  readonly costs: readonly StepCost[];
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const percent = (share: number): string => (100 * share).toFixed(0);
const orDash = (value: number): string => (Number.isNaN(value) ? '-' : `${value}`);

export function markdown(results: Results): string {
  const { methods, bars, files, costs, sets } = results;
  const changed = methods[0].kinds.filter(({ kind }) => !['none', 'mixed', 'dropped'].includes(kind));
  const names = changed.map(({ kind }) => kind);
  const sections = [
    '# Changepoints, measured',
    `Written by \`npm run bench:changepoint -- --data DIR\`: ${sets} seeded streams of each kind, normal sensitivity, a change counts as found within 60 frames.`,
    '## The scan against its bars',
    table(
      ['test', 'reached', 'bar', ''],
      bars.map(({ test, reached, bar, pass }) => [test, reached, bar, pass ? 'pass' : '**miss**']),
    ),
    '## Methods in one run',
    'Per cent of the changes found / median delay in frames, each method at its own normal threshold: compare the false alarms too, which are not matched. The thresholds of all but the scan were set by hand on a few streams of other seeds. PELT works on whole windows, after the fact.',
    table(
      ['method', 'false per 1,000', ...names, 'mixed F1', 'precision'],
      methods.map(({ name, kinds }) => {
        const of = (kind: string): KindResult | undefined => kinds.find((result) => result.kind === kind);
        const mixed = of('mixed');
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
  if (methods[0].skab !== null) {
    sections.push(
      '## SKAB, the pump rig',
      'An alarm up to 60 rows after a labelled change is a hit; each alarm serves one change.',
      table(
        ['method', 'F1', 'hits', 'false alarms', 'missed'],
        methods.flatMap(({ name, skab }) =>
          skab === null
            ? []
            : [[name, skab.f1.toFixed(3), `${skab.hits}`, `${skab.falseAlarms}`, `${skab.missed}`]],
        ),
      ),
    );
  }
  if (files.length > 0) {
    const same = files.filter((file) => file.same).length;
    sections.push(
      '## Streams with known alarms',
      `${same} of ${files.length} streams give exactly the expected alarms.`,
    );
  }
  sections.push(
    '## Cost of a frame',
    table(
      ['sensors', 'frames before', 'µs a frame'],
      costs.map(({ sensors, after, microseconds }) => [`${sensors}`, `${after}`, microseconds.toFixed(1)]),
    ),
    '![Cost of a frame](changepoint-cost.svg)',
  );
  return sections.join('\n\n') + '\n';
}
