import { request, RequestError, type Red } from './red.js';
import type { RunningNode } from './running-nodes.js';
import { decodeState, hasNews, type Standing, type State } from './state.js';

/** Asked at least this often, so that the runtime knows that somebody watches. */
const LEAST_OFTEN_MS = 2000;

export interface Asked {
  readonly key: string | null;
  readonly search: string;
  readonly from: number;
  readonly count: number;
  readonly sensor: string | null;
}

/** What the runtime says of a node; `running` is false, and the rest missing, while it is not deployed. */
interface Answer extends Standing {
  readonly running?: false;
}

export type Problem = 'not-running' | 'no-such-key' | 'not-allowed' | 'no-connection';

export interface Listener {
  /** What Node-RED says now. */
  shown(state: State): void;
  /** There was no frame since. */
  unchanged(standing: Standing): void;
  failed(problem: Problem): void;
}

/**
 * Keeps asking the runtime what a node shows, whenever it tells of news and every two seconds; one question at a time. A view
 * that is not in sight asks nothing.
 */
export class Source {
  readonly #red: Red;
  readonly #node: RunningNode;
  readonly #listener: Listener;
  readonly #isInSight: () => boolean;
  readonly #topic: string;
  readonly #news = (): void => this.refresh();
  readonly #timer: number;
  #asked: Asked = { key: null, search: '', from: 0, count: 0, sensor: null };
  #known = 0;
  #isAsking = false;
  #isStale = false;
  #isClosed = false;

  constructor(red: Red, node: RunningNode, isInSight: () => boolean, listener: Listener) {
    this.#isInSight = isInSight;
    this.#red = red;
    this.#node = node;
    this.#listener = listener;
    this.#topic = `psmf/view/${node.id}`;
    red.comms.subscribe(this.#topic, this.#news);
    document.addEventListener('visibilitychange', this.#news);
    this.#timer = window.setInterval(this.#news, LEAST_OFTEN_MS);
  }

  get url(): string {
    return `psmf/${this.#node.type}/${encodeURIComponent(this.#node.id)}`;
  }

  /** Asks for something else from now on. */
  ask(asked: Asked): void {
    if (JSON.stringify(asked) === JSON.stringify(this.#asked)) return;
    this.#asked = asked;
    this.#known = 0;
    this.refresh();
  }

  refresh(): void {
    if (this.#isClosed || document.hidden || !this.#isInSight()) return;
    this.#isStale = true;
    if (!this.#isAsking) void this.#fetch();
  }

  close(): void {
    this.#isClosed = true;
    this.#red.comms.unsubscribe(this.#topic, this.#news);
    document.removeEventListener('visibilitychange', this.#news);
    window.clearInterval(this.#timer);
  }

  async #fetch(): Promise<void> {
    this.#isAsking = true;
    this.#isStale = false;
    const asked = this.#asked;
    try {
      const raw = await request<Answer>('GET', this.#address(asked));
      if (this.#isClosed) return;
      if (raw.running === false) {
        this.#known = 0;
        this.#listener.failed('not-running');
      } else if (asked !== this.#asked) this.#isStale = true;
      else if (!hasNews(raw)) this.#listener.unchanged(raw);
      else {
        this.#known = raw.version;
        this.#listener.shown(decodeState(raw));
      }
    } catch (error) {
      if (this.#isClosed) return;
      this.#known = 0;
      this.#listener.failed(problemOf(error));
    } finally {
      this.#isAsking = false;
      if (this.#isStale && !this.#isClosed) void this.#fetch();
    }
  }

  #address({ key, search, from, count, sensor }: Asked): string {
    const query = new URLSearchParams({
      search,
      from: `${from}`,
      count: `${count}`,
      known: `${this.#known}`,
    });
    if (key !== null) query.set('key', key);
    if (sensor !== null) query.set('sensor', sensor);
    return `${this.url}?${query}`;
  }
}

function problemOf(error: unknown): Problem {
  const { status, code } = error instanceof RequestError ? error : { status: 0, code: '' };
  if (status === 404) return code === 'no-such-key' ? code : 'not-running';
  return status === 401 || status === 403 ? 'not-allowed' : 'no-connection';
}
