import { SparkLine } from './charts.js';
import { element, setText } from './element.js';
import { formatValue, noteDecimals } from './format.js';
import { label } from './labels.js';
import {
  errorShare,
  kindText,
  predictabilityText,
  rhythmText,
  seenText,
  seenTitle,
  shortPredictability,
  stateOf,
} from './sensor-words.js';
import { mark, type Row, type State } from './state.js';

/** As in the style sheet. */
const ROW_PX = 48;
/** Rows drawn above and below those in sight. */
const MARGIN = 4;

export interface TableEvents {
  /** Other rows are in sight. */
  moved(): void;
  /** Null: no sensor any more. */
  chosen(name: string | null): void;
}

/** One line of the table, reused for whichever sensor is in its place. */
class TableRow {
  readonly root: HTMLElement;
  readonly #state = element('span', { class: 'psmf-state' });
  readonly #name = element('span', { class: 'psmf-name' });
  readonly #about = element('span', { class: 'psmf-about' });
  readonly #value = element('span', { class: 'psmf-value' });
  readonly #seen = element('span', { class: 'psmf-seen' });
  readonly #bar = element('span', { class: 'psmf-bar-inner' });
  readonly #spark: SparkLine;
  name = '';

  constructor(chosen: (name: string) => void) {
    const spark = element('span', { class: 'psmf-spark', 'aria-hidden': 'true' });
    this.root = element(
      'div',
      { class: 'psmf-row', role: 'row', tabindex: '-1' },
      element('span', { class: 'psmf-cell', role: 'cell' }, spark),
      element(
        'span',
        { class: 'psmf-cell psmf-main', role: 'cell' },
        element('span', { class: 'psmf-line' }, this.#state, this.#name),
        element(
          'span',
          { class: 'psmf-line' },
          element('span', { class: 'psmf-bar' }, this.#bar),
          this.#about,
        ),
      ),
      element('span', { class: 'psmf-cell psmf-side', role: 'cell' }, this.#value, this.#seen),
    );
    this.#spark = new SparkLine(spark);
    this.root.addEventListener('click', () => chosen(this.name));
  }

  show(row: Row, state: State, isChosen: boolean): void {
    this.name = row.name;
    const what = stateOf(row, state);
    const words = label(`state.${what}`);
    this.root.dataset.state = what;
    this.root.dataset.sensor = row.name;
    this.root.setAttribute('aria-selected', String(isChosen));
    this.#state.title = words;
    setText(this.#name, row.name);
    this.#name.title = row.name;
    setText(this.#value, formatValue(row.name, row.value));
    const isPlain = what === 'live';
    const parts = [
      isPlain ? '' : words,
      kindText(row),
      rhythmText(row),
      state.block === 'change' ? '' : shortPredictability(row.about),
    ];
    setText(this.#about, parts.filter((text) => text !== '').join(' · ') || words);
    this.#about.title = `${words}: ${predictabilityText(row.about)}`;
    const share = errorShare(row.about);
    this.#bar.style.width = `${share === null ? 0 : Math.round(100 * Math.max(0, 1 - share / 0.25))}%`;
    (this.#bar.parentElement as HTMLElement).hidden = share === null;
    this.age(row, state.now);
    this.#spark.draw(row.series);
  }

  age(row: Row, now: number): void {
    setText(this.#seen, seenText(row, now));
    this.#seen.title = seenTitle(row);
  }

  close(): void {
    this.#spark.close();
    this.root.remove();
  }
}

/** The sensors, a row each; only those in sight are in the page. */
export class SensorTable {
  readonly root: HTMLElement;
  readonly #space = element('div', { class: 'psmf-space' });
  readonly #events: TableEvents;
  readonly #rows: TableRow[] = [];
  #state: State | null = null;
  #chosen: string | null = null;

  constructor(events: TableEvents) {
    this.#events = events;
    this.root = element(
      'div',
      { class: 'psmf-table', role: 'table', tabindex: '0', 'aria-label': label('sensors') },
      this.#space,
    );
    this.root.addEventListener('scroll', () => events.moved());
    this.root.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** The rows in sight, and some around them. */
  get window(): { readonly from: number; readonly count: number } {
    const from = Math.max(0, Math.floor(this.root.scrollTop / ROW_PX) - MARGIN);
    return { from, count: Math.ceil((this.root.clientHeight || 400) / ROW_PX) + 2 * MARGIN };
  }

  show(state: State, chosen: string | null): void {
    this.#state = state;
    this.#chosen = chosen;
    this.#space.style.height = `${state.found * ROW_PX}px`;
    while (this.#rows.length > state.rows.length) this.#rows.pop()?.close();
    state.rows.forEach((row, i) => {
      if ((row.mark & mark.kinds) === mark.observed && row.value !== null) noteDecimals(row.name, row.value);
      this.#rowAt(i).root.style.top = `${(state.from + i) * ROW_PX}px`;
      this.#rows[i].show(row, state, row.name === chosen);
    });
  }

  /** Time passes: only what says how long ago changes. */
  age(now: number): void {
    this.#state?.rows.forEach((row, i) => this.#rows[i]?.age(row, now));
  }

  clear(): void {
    this.#state = null;
    for (const row of this.#rows.splice(0)) row.close();
    this.#space.style.height = '0';
  }

  #rowAt(i: number): TableRow {
    const existing = this.#rows[i];
    if (existing !== undefined) return existing;
    const row = new TableRow((name) => this.#events.chosen(name));
    this.#rows[i] = row;
    this.#space.append(row.root);
    return row;
  }

  /** Up and down move the choice, Escape takes it back. */
  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.#chosen !== null) {
      event.stopPropagation();
      return this.#events.chosen(null);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || this.#state === null) return;
    event.preventDefault();
    const { rows, from } = this.#state;
    const at = rows.findIndex(({ name }) => name === this.#chosen);
    const next = rows[at < 0 ? 0 : at + step];
    if (next === undefined) return;
    const top = (from + rows.indexOf(next)) * ROW_PX;
    if (top < this.root.scrollTop) this.root.scrollTop = top;
    if (top + ROW_PX > this.root.scrollTop + this.root.clientHeight)
      this.root.scrollTop = top + ROW_PX - this.root.clientHeight;
    this.#events.chosen(next.name);
  }
}
