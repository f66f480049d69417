import { escape, linearScale } from '../../svg';
import { published } from '../imputation/published';
import { recordingNames, titles } from '../imputation/recordings';
import type { TableRow } from '../imputation/tables';
import { wrap } from './chart';
import { deviation, mean } from './statistics';

const WIDTH = 880;
const [LEFT, ROW, HEAD] = [80, 17, 26];

/** Mean and one standard deviation to either side, ours above the paper's; a panel for each recording, from 0. */
export function plotImputation(rows: readonly TableRow[]): string {
  const sets = recordingNames.filter((set) => rows.some((row) => row.set === set && row.repeats.length > 0));
  const parts = [
    `<rect class="ours" x="${LEFT}" y="4" width="12" height="12"/><text x="${LEFT + 18}" y="14">ours, mean and standard deviation</text>`,
    `<rect class="paper" x="${LEFT + 240}" y="4" width="12" height="12"/><text x="${LEFT + 258}" y="14">the paper's</text>`,
  ];
  let top = 24;
  for (const set of sets) {
    const shown = rows.filter((row) => row.set === set);
    const bars = shown.map((row) => {
      const theirs = published[row.missing][row.method][set];
      const errors = row.repeats.map(({ error }) => error);
      return { ...row, theirs, ours: { error: mean(errors), spread: deviation(errors) } };
    });
    const most = Math.max(
      ...bars.flatMap(({ ours, theirs }) => [ours, theirs].map((of) => of.error + of.spread)),
    );
    const x = linearScale(0, most, LEFT, WIDTH - 60);
    parts.push(`<text class="title" x="${LEFT}" y="${top + 16}">${escape(titles[set])}, RMSE</text>`);
    bars.forEach(({ method, ours, theirs }, i) => {
      const y = top + HEAD + i * ROW;
      parts.push(`<text x="${LEFT - 8}" y="${y + 11}" text-anchor="end">${escape(method)}</text>`);
      parts.push(drawBar('ours', ours, x, y + 1), drawBar('paper', theirs, x, y + 8));
      parts.push(
        `<text x="${(x(Math.max(ours.error + ours.spread, theirs.error + theirs.spread)) + 6).toFixed(1)}" y="${y + 11}">${ours.error.toFixed(2)}</text>`,
      );
    });
    top += HEAD + bars.length * ROW + 6;
  }
  return wrap('Imputation error by recording and method, ours and the paper', WIDTH, top, parts);
}

function drawBar(
  role: 'ours' | 'paper',
  { error, spread }: { readonly error: number; readonly spread: number },
  x: (value: number) => number,
  y: number,
): string {
  const [from, to] = [x(error - spread), x(error + spread)].map((value) => value.toFixed(1));
  return (
    `<rect class="${role}" x="${x(0)}" y="${y}" width="${(x(error) - x(0)).toFixed(1)}" height="6"/>` +
    `<line class="spread" x1="${from}" x2="${to}" y1="${y + 3}" y2="${y + 3}"/>`
  );
}
