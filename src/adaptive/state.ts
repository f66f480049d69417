import { damagedState } from '../errors';
import { createContext } from './context';
import type { Filter } from './filter';
import { FrameBuffer } from './frame-buffer';
import { History } from './history';
import { FRAME_SCALARS, STATE_SCALARS } from './slots';
import type { AdaptiveConfig } from './options';
import { StartUp } from './start-up';
import { checkFilter, checkFrames, checkHistory } from './state-checks';

/** All a model needs to go on bit for bit: plain settings, and its state as one array of finite numbers. */
export interface AdaptiveState {
  readonly config: AdaptiveConfig;
  readonly sensors: number;
  readonly data: Float64Array;
}

/** The model taken apart. */
export interface ModelParts {
  readonly seq: number;
  readonly history: History;
  readonly filter: Filter | null;
  readonly startUp: StartUp | null;
}

/**
 * The array: frames taken in, rank of the filter (0: none), rank of the filter being built (0: none) and the frames it has
 * learned, frames kept (-1: start-up is over); then history, filter, filter being built, frames.
 */
const header = { seq: 0, rank: 1, replayRank: 2, position: 3, frames: 4, size: 5 } as const;

export function packState({ seq, history, filter, startUp }: ModelParts): Float64Array {
  const replay = startUp?.replay ?? null;
  const frames = startUp ? startUp.frames : new Float64Array(0);
  const sensors = history.sensors;
  const parts = [
    Float64Array.of(
      seq,
      filter ? filter.context.at.r : 0,
      replay ? replay.filter.context.at.r : 0,
      replay ? replay.position : 0,
      startUp ? frames.length / (sensors + 1) : -1,
    ),
    history.data,
    filter ? withoutScratch(filter) : new Float64Array(0),
    replay ? withoutScratch(replay.filter) : new Float64Array(0),
    frames,
  ];
  const data = new Float64Array(parts.reduce((total, part) => total + part.length, 0));
  let to = 0;
  for (const part of parts) {
    data.set(part, to);
    to += part.length;
  }
  return data;
}

/** A copy of the filter's array with zeros for what only describes the last frame. */
function withoutScratch({ m, context: { at } }: Filter): Float64Array {
  const copy = m.slice();
  copy.fill(0, STATE_SCALARS, at.own.mu);
  copy.fill(0, at.scratch, at.records);
  for (let row = at.records; row < at.length; row += at.stride) {
    copy.fill(0, row + FRAME_SCALARS.start, row + FRAME_SCALARS.end);
    copy.fill(0, row + at.t, row + at.stride);
  }
  return copy;
}

/** Checks `data` in full and puts the model together again; throws BAD_SNAPSHOT, never returns half of one. */
export function unpackState(config: AdaptiveConfig, sensors: number, data: Float64Array): ModelParts {
  if (data.length < header.size)
    throw damagedState('its length', `at least ${header.size}`, `${data.length}`);
  const whole = (name: string, value: number, least: number, most: number): number => {
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw damagedState(name, `a whole number from ${least} to ${most}`, `${value}`);
  };
  const seq = whole('seq', data[header.seq], 0, Number.MAX_SAFE_INTEGER);
  const rank = whole('the rank', data[header.rank], 0, config.maxRank);
  const replayRank = whole('the rank being built', data[header.replayRank], 0, config.maxRank);
  const frames = data[header.frames] === -1 ? -1 : whole('the frames kept', data[header.frames], seq, seq);
  const position = whole('the replay', data[header.position], 0, Math.max(frames, 0));

  let from = header.size;
  const take = (length: number): Float64Array => data.slice(from, (from += length));
  const takeFilter = (r: number): Filter | null => {
    if (r === 0) return null;
    const context = createContext(sensors, r, config.mechanisms);
    return { m: take(context.at.length), context };
  };
  const history = take(History.lengthFor(sensors));
  const filter = takeFilter(rank);
  const replayFilter = takeFilter(replayRank);
  const kept = take(frames === -1 ? 0 : FrameBuffer.lengthFor(sensors, frames));
  if (from !== data.length) throw damagedState('its length', `${from} numbers`, `${data.length}`);

  checkHistory(history);
  if (filter) checkFilter(filter);
  if (replayFilter) checkFilter(replayFilter);
  checkFrames(kept, frames);
  const replay = replayFilter && { filter: replayFilter, position };
  return {
    seq,
    history: History.from(history),
    filter,
    startUp: frames === -1 ? null : StartUp.restore(config, sensors, kept, replay),
  };
}
