/** Right-aligned columns under their names. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = names.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i].length)));
  return [names, ...rows].map((row) => row.map((cell, i) => cell.padStart(widths[i])).join('  ')).join('\n');
}
