import { STYLE } from './style';
import { escape } from './svg';

/** A page that needs nothing but itself: no script, no font, no picture from elsewhere. */
export const writePage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${STYLE}</style></head><body><main>
<h1>${escape(title)}</h1>
${body}
</main></body></html>
`;

/** A table of cells that are markup already: columns by name, rows with their attributes. */
export function writeTable(head: readonly string[], rows: readonly string[]): string {
  const columns = head.map((name) => `<th scope="col">${escape(name)}</th>`);
  return `<div class="scroll"><table><thead><tr>${columns.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;
}
