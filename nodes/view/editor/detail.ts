import { LargePlot } from './charts.js';
import { button, element, setText } from './element.js';
import { formatPercent, formatValue } from './format.js';
import { label } from './labels.js';
import { kindText, predictabilityText, rhythmText, seenText, stateOf } from './sensor-words.js';
import type { Row, State } from './state.js';

export interface DetailEvents {
  readonly closed: () => void;
  /** Null where nobody may, or where there is nothing to forget. */
  readonly forget: ((name: string) => void) | null;
}

/** One sensor: its large plot, and all that is known of it. */
export class SensorDetail {
  readonly root: HTMLElement;
  readonly #title = element('span', { class: 'psmf-detail-name' });
  readonly #words = element('div', { class: 'psmf-detail-words' });
  readonly #neighbours = element('div', { class: 'psmf-neighbours' });
  readonly #host = element('div', { class: 'psmf-plot' });
  readonly #plot: LargePlot;
  #name = '';

  constructor({ closed, forget }: DetailEvents) {
    const close = button('times', label('close'), closed);
    const head = element('div', { class: 'psmf-detail-head' }, this.#title);
    if (forget !== null) head.append(button('eraser', label('forget'), () => forget(this.#name)));
    head.append(close);
    this.root = element(
      'section',
      { class: 'psmf-detail', hidden: '', 'aria-live': 'off' },
      head,
      this.#words,
      this.#host,
      this.#neighbours,
    );
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      closed();
    });
    const words = {
      time: label('plot.time'),
      read: label('plot.read'),
      filled: label('plot.filled'),
      expected: label('plot.expected'),
      band: label('plot.band'),
    };
    this.#plot = new LargePlot(this.#host, words, (value) => formatValue(this.#name, value));
  }

  show(row: Row, state: State): void {
    if (row.name !== this.#name) this.#plot.close();
    this.#name = row.name;
    this.root.hidden = false;
    setText(this.#title, row.name);
    this.#title.title = row.name;
    setText(this.#words, this.#describe(row, state));
    this.#showNeighbours(row);
    const changes = state.events.filter(({ topic }) => topic === 'changepoint').map(({ time }) => time);
    if (row.series !== null && row.series.value.length > 0) this.#plot.draw(state.times, row.series, changes);
  }

  hide(): void {
    this.root.hidden = true;
    this.#plot.close();
    this.#name = '';
  }

  #describe(row: Row, state: State): string {
    const value = formatValue(row.name, row.value);
    const isGiven = row.value !== null && row.value !== row.estimate && row.estimate !== null;
    const isKnown = row.value !== null && row.halfWidth !== null && !isGiven;
    const about = isKnown ? ` ± ${Number(row.halfWidth.toPrecision(2))}` : '';
    const parts = [
      `${label(`state.${stateOf(row, state)}`)}: ${value}${about}`,
      isGiven ? label('detail.expected', { value: formatValue(row.name, row.estimate) }) : '',
      seenText(row, state.now),
      kindText(row),
      rhythmText(row),
      state.block === 'change' ? '' : predictabilityText(row.about),
    ];
    return parts.filter((text) => text !== '').join(' · ');
  }

  #showNeighbours({ about }: Row): void {
    const neighbours = about?.neighbours ?? [];
    this.#neighbours.replaceChildren(
      ...(neighbours.length === 0
        ? []
        : [element('span', { class: 'psmf-quiet' }, `${label('detail.from')} `)]),
      ...neighbours.map(({ name, weight }) => {
        const part = element('span', { class: 'psmf-neighbour', title: name }, `${name} `);
        part.append(element('span', { class: 'psmf-quiet' }, formatPercent(weight)));
        return part;
      }),
    );
  }
}
