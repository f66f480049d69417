import { escape, gridLines, linearScale, ticks } from '../svg';
import { patterns } from '../../src/evaluate/mask';
import { WHOLE, type Ablation } from './ablation';
import type { Comparison } from './comparison';
import { dataSets } from './data-sets';

const WIDTH = 880;
const LEFT = 50;
const PANEL = 170;
const SHOWN = ['adaptive', 'rls', 'last'] as const;
const MOST = 1.6;

const STYLE = `<style>
text { font: 11px system-ui, sans-serif; fill: #475467; } .title { font-weight: 600; font-size: 13px; }
.grid { stroke: #d0d5dd; } .adaptive { fill: #1570ef; } .rls { fill: #d4a017; } .last { fill: #98a2b3; }
.harm { fill: #1570ef; } .gain { fill: #c4320a; }
@media (prefers-color-scheme: dark) { text { fill: #98a2b3; } .grid { stroke: #344054; } .adaptive, .harm { fill: #66a6ff; } }
</style>`;

const svg = (height: number, label: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(label)}">\n${STYLE}\n${body}\n</svg>\n`;

/** nRMSE by pattern and set: the model beside least squares and last value. Bars beyond 1.6 are cut and say their value. */
export function plotErrors({ cells }: Comparison): string {
  const panels = patterns.filter((pattern) => cells.some((cell) => cell.pattern === pattern));
  const drawn = panels.map((pattern, i) => {
    const top = 30 + i * PANEL;
    const y = linearScale(0, MOST, top + PANEL - 40, top + 10);
    const group = (WIDTH - LEFT) / cells.filter((cell) => cell.pattern === pattern).length;
    const bar = Math.min(26, group / 4);
    const bars = cells
      .filter((cell) => cell.pattern === pattern)
      .map(({ set, scores }, g) => {
        const start = LEFT + g * group + (group - SHOWN.length * bar) / 2;
        const columns = SHOWN.map((name, b) => {
          const { nrmse } = scores[name];
          const height = y(0) - y(Math.min(nrmse, MOST));
          const x = start + b * bar;
          return `<rect class="${name}" x="${x.toFixed(1)}" y="${(y(0) - height).toFixed(1)}" width="${(bar - 2).toFixed(1)}" height="${height.toFixed(1)}"/><text x="${(x + bar / 2 - 1).toFixed(1)}" y="${(y(0) - height - 3).toFixed(1)}" text-anchor="middle" style="font-size:8px">${nrmse.toFixed(2)}</text>`;
        });
        return `${columns.join('')}<text x="${(start + 1.5 * bar).toFixed(1)}" y="${y(0) + 14}" text-anchor="middle">${escape(dataSets[set].title)}</text>`;
      });
    return `<text class="title" x="${LEFT}" y="${top + 4}">${pattern}</text>${gridLines(ticks(0, MOST, 4), y, LEFT, WIDTH)}${bars.join('\n')}`;
  });
  const labels = { adaptive: 'the default model', rls: 'recursive least squares', last: 'last value' };
  const legend = SHOWN.map(
    (name, i) =>
      `<rect class="${name}" x="${LEFT + i * 190}" y="4" width="12" height="12"/><text x="${LEFT + i * 190 + 18}" y="14">${labels[name]}</text>`,
  );
  return svg(30 + panels.length * PANEL, 'nRMSE by set and pattern', [...legend, ...drawn].join('\n'));
}

const ROW = 22;
const NAMES = 150;

/** By how much the CRPS changes without each part: to the right it was worth having, to the left it was not. */
export function plotAblation(ablation: readonly Ablation[]): string {
  const whole = ablation.find(({ without }) => without === WHOLE)?.crps ?? NaN;
  const bars = ablation
    .filter(({ without }) => without !== WHOLE)
    .map(({ without, crps }) => ({ without, percent: 100 * (crps / whole - 1) }))
    .sort((a, b) => b.percent - a.percent);
  const most = Math.max(1, ...bars.map(({ percent }) => percent));
  const least = Math.min(0, ...bars.map(({ percent }) => percent));
  const x = linearScale(least, most, NAMES + 60, WIDTH - 60);
  const drawn = bars.map(({ without, percent }, i) => {
    const top = 10 + i * ROW;
    const [from, to] = [x(Math.min(percent, 0)), x(Math.max(percent, 0))];
    return `<text x="${NAMES}" y="${top + 13}" text-anchor="end">${escape(without)}</text><rect class="${percent >= 0 ? 'harm' : 'gain'}" x="${from.toFixed(1)}" y="${top}" width="${Math.max(1, to - from).toFixed(1)}" height="${ROW - 6}"/><text x="${(to + 6).toFixed(1)}" y="${top + 13}">${percent >= 0 ? '+' : ''}${percent.toFixed(1)} %</text>`;
  });
  return svg(
    20 + bars.length * ROW,
    'Change of the CRPS without each part',
    `${drawn.join('\n')}\n<line class="grid" x1="${x(0).toFixed(1)}" x2="${x(0).toFixed(1)}" y1="0" y2="${20 + bars.length * ROW}"/>`,
  );
}
