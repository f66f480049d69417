import type { MethodScore } from '../../evaluate/score';
import { writeShare } from '../score-table';
import { linearScale } from './svg';

const WIDTH = 880;
const ROW = 26;
const LEFT = 90;
const RIGHT = WIDTH - 140;
const PROMISED = 0.95;

/** Share of hidden values inside the 95 % interval, a bar for each method that gives one. */
export function plotCoverage(methods: Readonly<Record<string, MethodScore>>): string {
  const x = linearScale(0, 1, LEFT, RIGHT);
  const bars = Object.entries(methods).flatMap(([name, { coverage, n }]) =>
    coverage === null ? [] : [{ name, coverage, n }],
  );
  const height = bars.length * ROW + 24;
  const drawn = bars.map(({ name, coverage, n }, i) => {
    const top = i * ROW + 4;
    return `<g class="bar m-${name}"><text x="${LEFT - 8}" y="${top + 14}" text-anchor="end">${name}</text><rect x="${LEFT}" y="${top}" width="${(x(coverage) - LEFT).toFixed(1)}" height="${ROW - 8}" rx="2"/><text class="tick" x="${RIGHT + 8}" y="${top + 14}">${writeShare(coverage)} of ${n}</text></g>`;
  });
  return `<div class="scroll"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Coverage of the 95 % interval">
${drawn.join('\n')}
<line class="promise" x1="${x(PROMISED)}" x2="${x(PROMISED)}" y1="0" y2="${height - 18}"/>
<text class="tick" x="${x(PROMISED)}" y="${height - 4}" text-anchor="middle">95 % promised</text>
</svg></div>`;
}
