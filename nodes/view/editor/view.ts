import { Actions } from './actions.js';
import { ChangeList } from './changes.js';
import { SensorDetail } from './detail.js';
import { button, element, setText } from './element.js';
import { formatDuration, formatTime } from './format.js';
import { label } from './labels.js';
import { Matrix, type Together } from './matrix.js';
import { request, type Red } from './red.js';
import type { RunningNode } from './running-nodes.js';
import { Source, type Problem } from './source.js';
import type { Standing, State } from './state.js';
import { Summary } from './summary.js';
import { SensorTable } from './table.js';

type Page = 'sensors' | 'changes' | 'together';
const PAGES: readonly Page[] = ['sensors', 'changes', 'together'];
/** Sensors from which on one can search among them. */
const MANY_SENSORS = 12;
/** Between two looks at the clock, and at who moves with whom. */
const CLOCK_MS = 1000;
const TOGETHER_MS = 5000;

/** The live view of one node: in the sidebar, or, the table alone, at the top of the node's dialog. */
export class LiveView {
  readonly root: HTMLElement;
  readonly #red: Red;
  readonly #summary = new Summary();
  readonly #table: SensorTable;
  readonly #detail: SensorDetail;
  readonly #changes = new ChangeList();
  readonly #matrix = new Matrix();
  readonly #actions: Actions;
  readonly #report: HTMLButtonElement;
  readonly #tabs = new Map<Page, HTMLButtonElement>();
  readonly #search = element('input', { type: 'search', class: 'psmf-search', hidden: '' });
  readonly #key = element('input', {
    type: 'text',
    class: 'psmf-key',
    list: `psmf-keys-${Math.random().toString(36).slice(2)}`,
  });
  readonly #keys = element('datalist');
  readonly #keyRow = element('label', { class: 'psmf-key-row', hidden: '' });
  readonly #notice = element('p', { class: 'psmf-notice', role: 'status', hidden: '' });
  readonly #age = element('p', { class: 'psmf-age psmf-quiet' });
  readonly #body = element('div', { class: 'psmf-body' });
  readonly #timer: number;
  #node: RunningNode | null = null;
  #source: Source | null = null;
  #state: State | null = null;
  #clockAhead = 0;
  #page: Page = 'sensors';
  #chosen: string | null = null;
  #askedKey: string | null = null;
  #togetherAt = 0;

  constructor(red: Red, isWhole: boolean) {
    this.#red = red;
    this.#table = new SensorTable({ moved: () => this.#ask(), chosen: (name) => this.#choose(name) });
    this.#actions = new Actions(
      red,
      () => this.#target(),
      () => this.#source?.refresh(),
    );
    this.#report = button('file-text-o', label('report'), () => this.#actions.report());
    this.#detail = new SensorDetail({
      closed: () => this.#choose(null),
      forget: this.#actions.isAllowed ? (name) => this.#actions.forget(name) : null,
    });
    this.#search.placeholder = label('search');
    this.#search.setAttribute('aria-label', label('search'));
    this.#search.addEventListener('input', () => this.#ask());
    this.#keys.id = this.#key.getAttribute('list') ?? '';
    this.#keyRow.append(label('key'), ' ', this.#key, this.#keys);
    this.#key.addEventListener('change', () => this.#pickKey(this.#key.value));
    this.#key.addEventListener('focus', () => void this.#listKeys());
    this.#key.addEventListener('input', () => void this.#listKeys());
    this.#body.append(
      this.#search,
      this.#table.root,
      this.#detail.root,
      this.#changes.root,
      this.#matrix.root,
    );
    this.root = element('div', { class: isWhole ? 'psmf-view' : 'psmf-view psmf-view-small' });
    if (isWhole)
      this.root.append(
        this.#keyRow,
        this.#notice,
        this.#summary.root,
        element('div', { class: 'psmf-buttons' }, this.#actions.root, this.#report),
        this.#tabBar(),
        this.#body,
        this.#age,
      );
    else this.root.append(this.#notice, this.#body, this.#age);
    this.#showPage('sensors');
    this.#timer = window.setInterval(() => this.#tick(), CLOCK_MS);
  }

  /** Looks at another node; null at none. */
  look(node: RunningNode | null): void {
    if (node?.id === this.#node?.id && node?.type === this.#node?.type) return;
    this.#source?.close();
    this.#source = null;
    this.#node = node;
    this.#askedKey = null;
    this.#keyRow.hidden = true;
    this.#choose(null);
    this.#showNothing();
    if (node === null) return this.#tell(label('notice.choose'));
    this.#tell(label('notice.loading'));
    this.#source = new Source(this.#red, node, () => this.root.offsetParent !== null, {
      shown: (state) => this.#show(state),
      unchanged: (standing) => this.#showStanding(standing),
      failed: (problem) => this.#fail(problem),
    });
    this.#ask();
  }

  /** Asks again: something about the node has changed. */
  refresh(): void {
    this.#source?.refresh();
  }

  close(): void {
    this.#source?.close();
    this.#source = null;
    window.clearInterval(this.#timer);
    this.#table.clear();
    this.#detail.hide();
  }

  #show(state: State): void {
    this.#setClock(state.now);
    this.#state = state;
    const isWaiting = state.sensors === 0;
    if (isWaiting) this.#tell(label('notice.waiting'));
    else this.#notice.hidden = true;
    this.#body.hidden = false;
    this.#keyRow.hidden = !state.hasKeys;
    if (document.activeElement !== this.#key) this.#key.value = state.key ?? '';
    this.#search.hidden = state.sensors < MANY_SENSORS || this.#page !== 'sensors';
    this.#summary.root.hidden = isWaiting;
    this.#summary.show(state);
    this.#actions.show(state.isPaused);
    this.#report.hidden = isWaiting || state.block === 'change';
    if (this.#page === 'sensors') this.#table.show(state, this.#chosen);
    if (this.#page === 'changes') this.#changes.show(state);
    if (this.#page === 'together') void this.#askTogether();
    if (this.#page === 'sensors' && state.chosen !== null) this.#detail.show(state.chosen, state);
    else if (!this.#detail.root.hidden) this.#detail.hide();
    this.#tick();
    this.#ask();
  }

  /** No frame came; what was saved or refused meanwhile, though, is new. */
  #showStanding(standing: Standing): void {
    this.#setClock(standing.now);
    if (this.#state === null) return;
    this.#state = { ...this.#state, ...standing };
    this.#summary.show(this.#state);
  }

  #fail(problem: Problem): void {
    this.#tell(label(`notice.${problem}`));
    if (problem !== 'no-connection') this.#showNothing();
  }

  #showNothing(): void {
    this.#state = null;
    this.#table.clear();
    this.#detail.hide();
    this.#matrix.clear();
    this.#togetherAt = -TOGETHER_MS;
    this.#body.hidden = true;
    this.#summary.root.hidden = true;
    this.#actions.root.hidden = true;
    this.#report.hidden = true;
  }

  #tell(text: string): void {
    setText(this.#notice, text);
    this.#notice.hidden = false;
  }

  #choose(name: string | null): void {
    this.#chosen = name === this.#chosen ? null : name;
    if (this.#chosen === null) this.#detail.hide();
    if (this.#state !== null) this.#table.show(this.#state, this.#chosen);
    this.#ask();
  }

  #ask(): void {
    const { from, count } = this.#table.window;
    this.#source?.ask({
      key: this.#askedKey,
      search: this.#search.value.trim(),
      from,
      count,
      sensor: this.#chosen,
    });
  }

  /** An empty field: the model that has been in view the longest. */
  #pickKey(key: string): void {
    this.#askedKey = key === '' ? null : key;
    this.#togetherAt = -TOGETHER_MS;
    this.#choose(null);
  }

  /** Lists the keys to pick from; the next letter asks again where this fails. */
  async #listKeys(): Promise<void> {
    const search = new URLSearchParams({ search: this.#key.value });
    const answer = await this.#get<{ readonly keys: readonly string[] }>('keys', search);
    if (answer !== null)
      this.#keys.replaceChildren(...answer.keys.map((key) => element('option', { value: key })));
  }

  async #askTogether(): Promise<void> {
    const now = performance.now();
    if (now - this.#togetherAt < TOGETHER_MS) return;
    this.#togetherAt = now;
    const key = this.#state?.key ?? null;
    const answer = await this.#get<Together>('together', new URLSearchParams(key === null ? {} : { key }));
    if (answer !== null && key === this.#state?.key) this.#matrix.show(answer);
  }

  /** What the runtime says beside the view itself; null where it says nothing, or another node is in view by then. */
  async #get<T>(what: string, query: URLSearchParams): Promise<T | null> {
    const source = this.#source;
    if (source === null) return null;
    const answer = await request<T>('GET', `${source.url}/${what}?${query}`).catch(() => null);
    return source === this.#source ? answer : null;
  }

  #target() {
    if (this.#source === null || this.#node === null) return null;
    return { url: this.#source.url, key: this.#state?.key ?? '', name: this.#node.name };
  }

  #tabBar(): HTMLElement {
    const bar = element('div', { class: 'psmf-tabs', role: 'tablist' });
    for (const page of PAGES) {
      const tab = element('button', { type: 'button', role: 'tab', class: 'psmf-tab' }, label(page));
      tab.addEventListener('click', () => this.#showPage(page));
      this.#tabs.set(page, tab);
      bar.append(tab);
    }
    return bar;
  }

  #showPage(page: Page): void {
    this.#page = page;
    this.#togetherAt = -TOGETHER_MS;
    for (const [name, tab] of this.#tabs) tab.setAttribute('aria-selected', String(name === page));
    this.#table.root.hidden = page !== 'sensors';
    this.#changes.root.hidden = page !== 'changes';
    this.#matrix.root.hidden = page !== 'together';
    if (this.#state !== null) this.#show(this.#state);
  }

  #setClock(now: number): void {
    this.#clockAhead = now - Date.now();
    if (this.#state !== null && this.#state.sensors > 0) this.#notice.hidden = true;
  }

  /** Says how old what is shown is. */
  #tick(): void {
    const now = Date.now() + this.#clockAhead;
    const time = this.#state?.time ?? null;
    if (time === null) return setText(this.#age, '');
    this.#table.age(now);
    const ago = now - time;
    setText(
      this.#age,
      ago < 2000
        ? label('age.now', { time: formatTime(time) })
        : label('age.old', { time: formatTime(time), ago: formatDuration(ago) }),
    );
  }
}
