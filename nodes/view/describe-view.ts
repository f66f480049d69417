import { isForgotten } from '../../src/frame/columns';
import type { ImputeAnswer } from '../../src/stream/impute-model';
import type { Answer } from '../../src/stream/stream-model';
import { mark } from '../message/shown-frame';
import { aboutSensor } from './about-sensor';
import type { ModelView } from './model-view';
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

/** The view as plain JSON; without rows if there is nothing new in it. `model` is the one in view, if there is one. */
export function describeView<A extends Answer>(
  view: NodeView<A>,
  model: ModelView<A> | null,
  request: ViewRequest,
): object {
  const version = model?.version ?? 0;
  const standing = { version, now: Date.now(), ...describeStanding(view, model) };
  if (version !== 0 && version === request.known) return standing;
  const names = namesOf(view, model);
  const found = findColumns(names, request.search);
  const columns = found.slice(request.from, request.from + request.count);
  const chosen = request.sensor === null ? -1 : names.indexOf(request.sensor);
  const sensors = findColumns(names, '');
  return {
    ...standing,
    ...describeModel(view, model),
    missing: model?.ring.missingShare(sensors) ?? null,
    sensors: sensors.length,
    found: found.length,
    from: request.from,
    times: encode(model?.ring.times() ?? new Float64Array(0)),
    rows: model === null ? [] : columns.map((j) => describeRow(view, model, names, j, false)),
    chosen: model === null || chosen < 0 ? null : describeRow(view, model, names, chosen, true),
    events: model?.events ?? [],
  };
}

const namesOf = <A extends Answer>(
  { watched }: NodeView<A>,
  model: ModelView<A> | null,
): readonly string[] =>
  model === null ? [] : (model.answer?.names ?? watched.model(model.key)?.model.names ?? []);

/** What becomes another without a frame. */
function describeStanding<A extends Answer>({ watched }: NodeView<A>, model: ModelView<A> | null) {
  const persistence = model === null ? null : (watched.model(model.key)?.persistence ?? null);
  return {
    saved:
      persistence === null ? null : !persistence.isKeeping ? 'never' : persistence.isUnsaved ? 'soon' : 'yes',
    savedAt: persistence?.savedAt ?? null,
    counts: watched.counts,
  };
}

function describeModel<A extends Answer>(
  { watched, isPaused, behaviour }: NodeView<A>,
  model: ModelView<A> | null,
) {
  const kept = model === null ? null : watched.model(model.key);
  const answer = model?.answer ?? null;
  return {
    ...{ key: model?.key ?? null, block: behaviour.block, isPaused },
    seq: answer?.seq ?? kept?.model.seq ?? 0,
    phase: answer?.phase ?? null,
    score: (answer as { readonly score?: number } | null)?.score ?? null,
    /** Of the last frame, epoch ms. */
    time: answer?.time ?? null,
    periodMs: answer?.period ?? null,
    /** What the model takes, and what is kept of it for this view. */
    bytes: model === null || kept === null ? null : kept.model.bytes + model.ring.bytes,
    isDurable: watched.isDurable,
    hasKeys: watched.hasKeys,
    rejected: [...(answer?.rejected ?? [])].slice(0, 3),
  };
}

function describeRow<A extends Answer>(
  { watched, behaviour }: NodeView<A>,
  { key, answer, ring, shown }: ModelView<A>,
  names: readonly string[],
  j: number,
  isChosen: boolean,
): object {
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
    rhythmMs: watched.model(key)?.model.rhythm(j) ?? null,
    ...describeGap(answer, j),
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

/** Whether a sensor has not been read for longer than it usually is, and whether its last reading holds: what psmf-impute says of it. */
const describeGap = (answer: Partial<ImputeAnswer> | null, j: number): object => ({
  isSilent: (answer?.gap?.[j] ?? 0) >= (answer?.silentAfter?.[j] ?? Infinity),
  isHeld: answer?.quality?.[j] === 'held',
});

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
