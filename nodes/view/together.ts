import { isForgotten } from '../../src/frame/columns';
import type { Answer } from '../../src/stream/stream-model';
import { mark } from '../message/shown-frame';
import type { SensorSeries } from './frame-ring';
import type { ModelView } from './model-view';

/** Sensors of which it is told who moves with whom. */
const MOST_SENSORS = 32;
/** Frames that two sensors must have in common. */
const ENOUGH = 20;

/** Who moves with whom in the kept frames. */
interface Together {
  readonly names: readonly string[];
  /** Row by row: the correlation of two sensors' readings, from -1 to 1; null where too few are known. */
  readonly similarity: readonly (number | null)[];
}

/** Null: nothing is in view. */
export function describeTogether<A extends Answer>(model: ModelView<A> | null): Together {
  if (model === null) return { names: [], similarity: [] };
  const { ring, answer } = model;
  const names = answer?.names ?? [];
  const shown = [...names.slice(0, ring.sensors).keys()]
    .filter((j) => !isForgotten(names[j]))
    .slice(0, MOST_SENSORS);
  const series = shown.map((j) => ring.series(j) as SensorSeries);
  return {
    names: shown.map((j) => names[j]),
    similarity: series.flatMap((one) => series.map((other) => correlation(one, other))),
  };
}

/** r = sum (a - mean a)(b - mean b) / sqrt(sum (a - mean a)^2 sum (b - mean b)^2), over the frames with readings of both. */
export function correlation(one: SensorSeries, other: SensorSeries): number | null {
  let count = 0;
  let meanA = 0;
  let meanB = 0;
  let squaresA = 0;
  let squaresB = 0;
  let products = 0;
  for (let i = 0; i < one.value.length; i++) {
    if (!isRead(one.mark[i]) || !isRead(other.mark[i])) continue;
    count += 1;
    const a = one.value[i] - meanA;
    const b = other.value[i] - meanB;
    meanA += a / count;
    meanB += b / count;
    squaresA += a * (one.value[i] - meanA);
    squaresB += b * (other.value[i] - meanB);
    products += a * (other.value[i] - meanB);
  }
  const spread = Math.sqrt(squaresA) * Math.sqrt(squaresB);
  if (count < ENOUGH || !(spread > 0) || !Number.isFinite(spread)) return null;
  return Math.max(-1, Math.min(1, products / spread));
}

const isRead = (bits: number): boolean => (bits & mark.kinds) === mark.observed;
