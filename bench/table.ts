/** Right-aligned columns under their names. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = names.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i].length)));
  return [names, ...rows].map((row) => row.map((cell, i) => cell.padStart(widths[i])).join('  ')).join('\n');
}

/** Padded, so that the source reads as a table as well. The first column is text, as are those without a digit. */
export function markdownTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const isText = names.map((_, i) => i === 0 || rows.every((row) => !/\d$/.test(row[i])));
  const widths = names.map((name, i) => Math.max(3, name.trim().length, ...rows.map((row) => row[i].length)));
  const pad = (text: string, i: number): string =>
    isText[i] ? text.trim().padEnd(widths[i]) : text.trim().padStart(widths[i]);
  const rule = widths.map((width, i) => (isText[i] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [names.map(pad), rule, ...rows.map((row) => row.map(pad))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
