import { element } from './element.js';
import { label } from './labels.js';

export interface Together {
  readonly names: readonly string[];
  /** Row by row, from -1 to 1; null: not known. */
  readonly similarity: readonly (number | null)[];
}

/** Who moves with whom: a square for every pair, blue where they move alike, amber where against each other. */
export class Matrix {
  readonly root = element('div', { class: 'psmf-matrix' });

  clear(): void {
    this.root.replaceChildren();
  }

  show({ names, similarity }: Together): void {
    if (names.length < 2) {
      this.root.replaceChildren(element('p', { class: 'psmf-quiet' }, label('matrix.none')));
      return;
    }
    const table = element('table', { 'aria-label': label('together') });
    const heads = names.map((name) =>
      element('th', { scope: 'col', title: name }, element('span', {}, name)),
    );
    table.append(element('tr', {}, element('td', { class: 'psmf-corner' }), ...heads));
    names.forEach((name, i) => {
      const row = element('tr', {}, element('th', { scope: 'row', title: name }, name));
      names.forEach((other, j) => row.append(cellOf(name, other, similarity[i * names.length + j], i === j)));
      table.append(row);
    });
    this.root.replaceChildren(element('p', { class: 'psmf-quiet' }, label('matrix.hint')), table);
  }
}

function cellOf(name: string, other: string, value: number | null, isSelf: boolean): HTMLElement {
  const words = value === null ? label('predict.unknown') : value.toFixed(2);
  const cell = element('td', { title: `${name} – ${other}: ${words}`, class: isSelf ? 'psmf-self' : '' });
  if (value === null || isSelf) return cell;
  cell.style.setProperty('--psmf-strength', `${Math.round(100 * Math.min(1, Math.abs(value)))}%`);
  cell.classList.add(value >= 0 ? 'psmf-with' : 'psmf-against');
  if (Math.abs(value) >= 0.3) cell.textContent = value.toFixed(1).replace('0.', '.');
  return cell;
}
