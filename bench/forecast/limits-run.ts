import { FilterModel } from '../../src';
import { LimitWatch, type LimitEvent } from '../../src/ahead/limit-watch';
import { distanceBeyond } from '../../src/ahead/crossing';
import type { Limit } from '../../src/ahead/limit';
import { Progress } from '../progress';

export interface LimitRow {
  readonly name: string;
  readonly crossings: number;
  /** Share of crossings that were told before they came, the telling not yet taken back. */
  readonly toldAhead: number;
  /** Tellings, and the share of them that no crossing followed within the look ahead, nor before they were taken back. */
  readonly tellings: number;
  readonly falseShare: number;
  /** Of tellings that came true: median of |told - true| in frames, and the share between earliest and latest. */
  readonly timeError: number;
  readonly within: number;
}

interface Settings {
  readonly horizon: number;
  readonly warmUp: number;
  readonly frameMs: number;
  /** Of the readings that are beyond a limit, on either side. */
  readonly share: number;
}

/** Frames on the right side before going beyond counts as crossing a limit again. */
const APART = 6;

/** One causal pass of the default model with a limit above and one below each sensor; crossings are those of the readings. */
export function runLimits(frames: readonly number[][], settings: Settings): LimitRow[] {
  const { horizon, warmUp, frameMs, share } = settings;
  const names = frames[0].map((_, j) => `${j}`);
  const limits = names.flatMap((sensor, j) => {
    const sorted = frames.map((frame) => frame[j]).sort((a, b) => a - b);
    const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))];
    return [
      { sensor, side: 'below', value: at(share) },
      { sensor, side: 'above', value: at(1 - share) },
    ] satisfies Limit[];
  });
  const model = new FilterModel({ timeZone: 'UTC', horizon });
  const watch = new LimitWatch(limits);
  const told: { readonly frame: number; readonly event: LimitEvent }[] = [];
  const bar = new Progress(frames.length);
  frames.forEach((frame, now) => {
    const time = frameMs * now;
    const answer = model.learnOne({ fields: Object.fromEntries(frame.entries()), time, arrival: time });
    bar.advance('limits ahead');
    if (now < warmUp) return;
    const { readings, forecast, period } = answer;
    for (const event of watch.update({ names, values: readings, readings, forecast, period }))
      told.push({ frame: now, event });
  });
  bar.clear();
  const rows = (['above', 'below'] as const).map((side) =>
    score(
      side,
      limits.filter((limit) => limit.side === side),
      told.filter(({ event }) => event.side === side),
      frames,
      settings,
    ),
  );
  return rows;
}

function score(
  name: string,
  limits: readonly Limit[],
  told: readonly { readonly frame: number; readonly event: LimitEvent }[],
  frames: readonly number[][],
  { horizon, warmUp, frameMs }: Settings,
): LimitRow {
  let [crossings, ahead, tellings, wrong, within] = [0, 0, 0, 0, 0];
  const errors: number[] = [];
  for (const limit of limits) {
    const series = frames.map((frame) => frame[Number(limit.sensor)]);
    const isBeyond = (frame: number): boolean => distanceBeyond(series[frame], limit) >= 0;
    const times = findCrossings(series, limit).filter((frame) => frame > warmUp);
    const of = told.filter(({ event }) => event.sensor === limit.sensor);
    crossings += times.length;
    ahead += times.filter(
      (time) => of.filter(({ frame }) => frame < time).at(-1)?.event.state === 'ahead',
    ).length;
    of.forEach(({ frame, event }, i) => {
      const cleared = of[i + 1]?.frame ?? series.length;
      const end = Math.max(cleared, frame + 1 + horizon);
      if (event.state !== 'ahead' || end > series.length) return;
      tellings += 1;
      let first = frame + 1;
      while (first < end && !isBeyond(first)) first += 1;
      if (first === end) {
        wrong += 1;
        return;
      }
      const took = first - frame;
      errors.push(Math.abs(took - (event.frames ?? NaN)));
      const seconds = (took * frameMs) / 1000;
      if (seconds >= (event.earliestSeconds ?? 0) && seconds <= (event.latestSeconds ?? Infinity))
        within += 1;
    });
  }
  errors.sort((a, b) => a - b);
  return {
    name,
    crossings,
    toldAhead: ahead / crossings,
    tellings,
    falseShare: wrong / tellings,
    timeError: errors[Math.floor(errors.length / 2)] ?? NaN,
    within: within / errors.length,
  };
}

/** Frames at which a series goes beyond a limit after some frames on the right side of it. */
function findCrossings(series: readonly number[], limit: Limit): number[] {
  let fine = 0;
  return series.flatMap((value, frame) => {
    if (distanceBeyond(value, limit) < 0) {
      fine += 1;
      return [];
    }
    const isCrossing = fine >= APART;
    fine = 0;
    return isCrossing ? [frame] : [];
  });
}
