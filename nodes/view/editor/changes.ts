import { element } from './element.js';
import { formatTime } from './format.js';
import { label } from './labels.js';
import type { ChangeNews, State } from './state.js';

interface ChangePayload {
  readonly since?: { readonly time?: number } | number;
  readonly sensors?: readonly {
    readonly name: string;
    readonly before?: unknown;
    readonly after?: unknown;
  }[];
  readonly summary?: string;
  readonly sensor?: string;
  readonly state?: string;
  readonly gap?: number;
  readonly score?: number;
}

/** The list of what happened, newest first. */
export class ChangeList {
  readonly root = element('div', { class: 'psmf-changes' });
  #shown = '';

  show({ events }: State): void {
    const shown = JSON.stringify(events);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const items = [...events]
      .reverse()
      .map((news) =>
        element(
          'li',
          { class: `psmf-news psmf-news-${news.topic}` },
          element('time', {}, formatTime(news.time)),
          ` ${describe(news)}`,
        ),
      );
    this.root.replaceChildren(
      items.length === 0
        ? element('p', { class: 'psmf-quiet' }, label('changes.none'))
        : element('ul', {}, ...items),
    );
  }
}

function describe({ topic, payload }: ChangeNews): string {
  const { summary, sensor, state, gap, sensors = [] } = payload as ChangePayload;
  if (typeof summary === 'string' && summary !== '') return summary;
  if (topic === 'sensor') return label(`news.${state ?? 'silent'}`, { name: sensor ?? '', gap: gap ?? 0 });
  const parts = sensors
    .slice(0, 3)
    .map(({ name, before, after }) =>
      typeof before === 'number' && typeof after === 'number'
        ? `${name} ${short(before)} → ${short(after)}`
        : name,
    );
  const more = sensors.length > 3 ? ` ${label('and-more', { count: sensors.length - 3 })}` : '';
  return `${label('news.change')} ${parts.join(', ')}${more}`;
}

const short = (value: number): string => String(Number(value.toPrecision(4)));
