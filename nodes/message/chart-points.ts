import type { Fields } from '../../src/frame/fields';
import type { Answer } from '../../src/stream/stream-model';
import type { Behaviour, ChartBounds } from './behaviour';

/** A point as dashboard charts take them. */
export interface ChartPoint {
  readonly series: string;
  /** Epoch ms. */
  readonly x: number;
  readonly y: number;
}

/** The frame's points: for each sensor its value and, where there is one, the interval around it. */
export function chartPoints<A extends Answer>(
  behaviour: Behaviour<A>,
  answer: A,
  fields: Fields,
): ChartPoint[] {
  const points: ChartPoint[] = [];
  const x = answer.time;
  const bounds: ChartBounds = { value: NaN, lower: NaN, upper: NaN };
  answer.names.forEach((name, j) => {
    behaviour.boundsAt(answer, j, fields, bounds);
    if (Number.isFinite(bounds.value)) points.push({ series: name, x, y: bounds.value });
    if (Number.isFinite(bounds.lower)) points.push({ series: `${name} lower`, x, y: bounds.lower });
    if (Number.isFinite(bounds.upper)) points.push({ series: `${name} upper`, x, y: bounds.upper });
  });
  return points;
}
