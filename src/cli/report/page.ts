import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plot } from './browser/plot-data';
import { escape } from './html';
import { STYLE } from './style';

/** What the build puts there: uPlot with its licence, and the script that draws the plots of a page. */
const RESOURCES = path.join(__dirname, '..', '..', '..', '..', 'resources');
const resource = (name: string): string => readFileSync(path.join(RESOURCES, name), 'utf8');

/** The plots of a page, each in the place that it was written to, in order. */
export class Plots {
  readonly #plots: Plot[] = [];

  /** Markup for a plot with words above it, which are markup already. */
  write(caption: string, plot: Plot): string {
    this.#plots.push(plot);
    return `<figure><figcaption>${caption}</figcaption><div class="plot" role="img" aria-label="${caption}" style="min-height:${plot.height}px"></div></figure>`;
  }

  /** The numbers, as text that ends no script. */
  get json(): string {
    return JSON.stringify(this.#plots).replaceAll('<', '\\u003c');
  }
}

/** A page that needs nothing but itself: no script, no font, no picture from elsewhere. */
export const writePage = (title: string, body: string, plots: Plots): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${resource('uplot.css')}${STYLE}</style></head><body><main>
<h1>${escape(title)}</h1>
${body}
</main><noscript><p class="note">The plots are drawn by a script, which this reader does not run.</p></noscript>
<script type="application/json" id="plots">${plots.json}</script>
<!-- ${resource('uplot-LICENSE.txt')} -->
<script>${resource('uplot.js')}</script>
<script type="module">${resource('report.js')}</script></body></html>
`;

/** A table of cells that are markup already: columns by name, rows with their attributes. */
export function writeTable(head: readonly string[], rows: readonly string[]): string {
  const columns = head.map((name) => `<th scope="col">${escape(name)}</th>`);
  return `<div class="scroll"><table><thead><tr>${columns.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;
}
