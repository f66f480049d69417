import { button, element } from './element.js';
import { label } from './labels.js';
import { request, RequestError, type Red } from './red.js';

/** What the buttons work on. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly name: string;
}

/** The buttons that change something, each of which asks before it destroys anything. Names in questions are text. */
export class Actions {
  readonly root = element('div', { class: 'psmf-actions' });
  readonly #red: Red;
  readonly #target: () => Target | null;
  readonly #done: () => void;
  readonly #pause: HTMLButtonElement;
  readonly #file = element('input', {
    type: 'file',
    accept: '.json,application/json',
    hidden: '',
    'aria-hidden': 'true',
    tabindex: '-1',
  });
  #isPaused = false;

  constructor(red: Red, target: () => Target | null, done: () => void) {
    this.#red = red;
    this.#target = target;
    this.#done = done;
    this.#pause = button('pause', label('pause'), () => this.#togglePause());
    this.root.append(
      this.#pause,
      button('download', label('export'), () => this.#export()),
      button('upload', label('import'), () => this.#file.click()),
      button('trash-o', label('reset'), () => this.#reset()),
      this.#file,
    );
    this.#file.addEventListener('change', () => void this.#import());
  }

  /** Whether whoever is logged in may change anything. */
  get isAllowed(): boolean {
    return this.#red.user.hasPermission('psmf.write');
  }

  show(isPaused: boolean): void {
    this.root.hidden = !this.isAllowed;
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#pause.replaceChildren(
      element('i', { class: `fa fa-${isPaused ? 'play' : 'pause'}` }),
      ` ${label(isPaused ? 'resume' : 'pause')}`,
    );
  }

  /** What the model has measured of itself, as a page to keep. */
  report(): void {
    const target = this.#target();
    if (target === null) return;
    const query = new URLSearchParams({ key: target.key, language: this.#red.i18n.lang() });
    request<{ readonly page: string }>('GET', `${target.url}/report?${query}`).then(
      ({ page }) => save(page, 'text/html', `${fileName(target)}-report.html`),
      (error: unknown) => this.#fail(error),
    );
  }

  forget(sensor: string): void {
    this.#confirm('ask.forget', { sensor }, 'forget', (target) => this.#ask(target, 'forget', sensor));
  }

  #togglePause(): void {
    const target = this.#target();
    if (target === null) return;
    const isPaused = !this.#isPaused;
    request('POST', `${target.url}/pause`, { isPaused }).then(this.#done, (error: unknown) =>
      this.#fail(error),
    );
  }

  #reset(): void {
    this.#confirm('ask.reset', {}, 'reset', (target) => this.#ask(target, 'reset'));
  }

  #export(): void {
    const target = this.#target();
    if (target === null) return;
    this.#ask(target, 'export', true, (envelope) => {
      save(JSON.stringify(envelope), 'application/json', `${fileName(target)}.json`);
    });
  }

  async #import(): Promise<void> {
    const [file] = this.#file.files ?? [];
    if (file === undefined) return;
    let envelope: unknown;
    try {
      envelope = JSON.parse(await file.text());
    } catch {
      return this.#tell(label('error.no-json', { name: file.name }), 'error');
    } finally {
      this.#file.value = '';
    }
    this.#confirm('ask.import', { file: file.name }, 'import', (target) =>
      this.#ask(target, 'import', envelope),
    );
  }

  #ask(
    { url, key }: Target,
    command: string,
    value?: unknown,
    answered: (result: unknown) => void = () => {},
  ): void {
    request<{ readonly result: unknown }>('POST', `${url}/ask`, { command, key, value }).then(
      ({ result }) => {
        answered(result);
        this.#done();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  /** Asks about the model in view now, whichever is when the answer comes. */
  #confirm(
    question: string,
    values: Readonly<Record<string, string>>,
    action: string,
    confirmed: (target: Target) => void,
  ): void {
    const target = this.#target();
    if (target === null) return;
    const text = label(question, { ...values, name: nameOf(target) });
    const notice = this.#red.notify(element('p', {}, text), {
      modal: true,
      fixed: true,
      type: 'warning',
      buttons: [
        { text: label('cancel'), click: () => notice.close() },
        {
          text: label(action),
          class: 'primary',
          click: () => {
            notice.close();
            confirmed(target);
          },
        },
      ],
    });
  }

  #fail(error: unknown): void {
    const { status, code, message } =
      error instanceof RequestError ? error : { status: 0, code: '', message: '' };
    const known = {
      0: 'error.no-connection',
      401: 'error.not-allowed',
      403: 'error.not-allowed',
      404: code === 'no-such-key' ? 'notice.no-such-key' : 'error.not-running',
      413: 'error.too-large',
    }[status];
    this.#tell(known === undefined ? label('error.refused', { message }) : label(known), 'error');
  }

  #tell(text: string, type: string): void {
    this.#red.notify(element('p', {}, text), { type, timeout: 8000 });
  }
}

function save(text: string, type: string, download: string): void {
  const link = element('a', { href: URL.createObjectURL(new Blob([text], { type })), download });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The node, and whose model it is where it has several. */
const nameOf = ({ name, key }: Target): string => (key === '' ? name : `${name} (${key})`);

const fileName = ({ name, key }: Target): string =>
  `psmf-${[name, key].filter((part) => part !== '').join('-')}`
    .replace(/[^\p{L}\p{N}.-]+/gu, '_')
    .slice(0, 100);
