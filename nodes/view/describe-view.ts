import { isForgotten } from '../../src/frame/columns';
import type { Answer } from '../../src/stream/stream-model';
import { mark } from '../message/shown-frame';
import { aboutSensor } from './about-sensor';
import type { NodeView } from './node-view';

/** Keys listed at most. */
const MOST_KEYS = 200;

/** Which part of a view is asked for. */
export interface ViewRequest {
  /** Only sensors and keys that hold this text, whatever its case. */
  readonly search: string;
  /** The rows in sight. */
  readonly from: number;
  readonly count: number;
  /** The sensor of the large plot. */
  readonly sensor: string | null;
  /** What the page already shows. */
  readonly known: number;
}

/** The view as plain JSON; only its version and the clock if there is nothing new. */
export function describeView<A extends Answer>(view: NodeView<A>, request: ViewRequest): object {
  const { version } = view;
  const now = Date.now();
  if (version === request.known) return { version, now };
  const { answer, ring, watched, key } = view;
  const names = answer?.names ?? (key === null ? [] : (watched.model(key)?.model.names ?? []));
  const found = findColumns(names, request.search);
  const columns = found.slice(request.from, request.from + request.count);
  const chosen = request.sensor === null ? -1 : names.indexOf(request.sensor);
  return {
    ...{ version, now, key },
    ...describeModel(view),
    sensors: findColumns(names, '').length,
    found: found.length,
    from: request.from,
    times: encode(ring.times()),
    rows: columns.map((j) => describeRow(view, names, j, false)),
    chosen: chosen < 0 ? null : describeRow(view, names, chosen, true),
    events: view.events,
  };
}

function describeModel<A extends Answer>({ answer, ring, watched, key, isPaused, behaviour }: NodeView<A>) {
  const kept = key === null ? null : watched.model(key);
  const seq = answer?.seq ?? kept?.model.seq ?? 0;
  return {
    ...{ block: behaviour.block, isPaused, seq },
    phase: answer?.phase ?? null,
    score: (answer as { readonly score?: number } | null)?.score ?? null,
    /** Of the last frame, epoch ms. */
    time: answer?.time ?? null,
    periodMs: answer?.period ?? null,
    missing: ring.missingShare(),
    saved:
      kept === null
        ? null
        : !kept.persistence.isKeeping
          ? 'never'
          : kept.persistence.isUnsaved
            ? 'soon'
            : 'yes',
    savedAt: kept?.persistence.savedAt ?? null,
    /** What the model takes, and what is kept of it for this view. */
    bytes: kept === null ? null : kept.model.bytes + ring.bytes,
    isDurable: watched.isDurable,
    hasKeys: watched.hasKeys,
    counts: watched.counts,
    rejected: [...(answer?.rejected ?? [])].slice(0, 3),
  };
}

function describeRow<A extends Answer>(
  view: NodeView<A>,
  names: readonly string[],
  j: number,
  isChosen: boolean,
): object {
  const { answer, ring, shown, behaviour } = view;
  const series = ring.series(j);
  const last = series === null || series.mark.length === 0 ? mark.none : series.mark[series.mark.length - 1];
  return {
    name: names[j],
    seen: ring.lastSeen(j),
    value: finiteOrNull(shown.value[j]),
    estimate: finiteOrNull(shown.estimate[j]),
    halfWidth: finiteOrNull(shown.halfWidth[j]),
    mark: last,
    about: aboutSensor(ring, isChosen ? names : [], j, behaviour.block === 'impute'),
    kind: (answer as { readonly kinds?: readonly string[] } | null)?.kinds?.[j] ?? null,
    rhythmMs: view.key === null ? null : (view.watched.model(view.key)?.model.rhythm(j) ?? null),
    gap: (answer as { readonly gap?: ArrayLike<number> } | null)?.gap?.[j] ?? null,
    series:
      series === null
        ? null
        : {
            origin: series.origin,
            value: encode(series.value),
            estimate: encode(series.estimate),
            halfWidth: encode(series.halfWidth),
            mark: encode(series.mark),
          },
  };
}

function findColumns(names: readonly string[], search: string): number[] {
  const columns = [...names.keys()].filter((j) => !isForgotten(names[j]));
  if (search === '') return columns;
  const wanted = search.toLowerCase();
  return columns.filter((j) => names[j].toLowerCase().includes(wanted));
}

/** The keys that hold a text, the most recently used first, and how many there are of them. */
export function listKeys(
  keys: Iterable<string>,
  search: string,
): { readonly keys: string[]; readonly found: number } {
  const wanted = search.toLowerCase();
  const found = [...keys].filter((key) => key.toLowerCase().includes(wanted)).reverse();
  return { keys: found.slice(0, MOST_KEYS), found: found.length };
}

/** Numbers as a page takes them back without a digit lost, and NaN as NaN. */
const encode = ({ buffer, byteOffset, byteLength }: Float64Array | Float32Array | Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

const finiteOrNull = (value: number | undefined): number | null =>
  Number.isFinite(value) ? (value as number) : null;
