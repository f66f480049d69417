import type { Fields } from '../../src/frame/frame';
import { setField } from '../../src/frame/record';
import type { SensorList } from '../../src/frame/sensor-list';
import type { BlockHead } from '../../src/stream/messages';
import type { Answer } from '../../src/stream/stream-model';
import type { Behaviour, ChartBounds } from './behaviour';
import type { IncomingFrame } from './incoming-frame';

/** A frame as it goes out. */
export interface WrittenFrame {
  /** The frame in the shape it came in, or points for a chart. */
  readonly payload: unknown;
  readonly isPoints: boolean;
  /** Its entry of `msg.psmf`. */
  readonly blocks: object;
}

/** How frames are to look. */
export interface FrameSettings {
  readonly format: 'same' | 'chart';
  readonly sensors: SensorList;
}

/** Puts what a model said of a frame into values of its own: the next frame overwrites the answer. */
export function writeFrame<A extends Answer>(
  behaviour: Behaviour<A>,
  { format, sensors }: FrameSettings,
  { frame, payload, blocks, isLate }: IncomingFrame,
  answer: A,
  key: string,
): WrittenFrame {
  const written: unknown =
    format === 'chart'
      ? chartPoints(behaviour, answer, frame.fields)
      : payload.kind === 'list'
        ? writeList(behaviour, sensors, payload.list, answer)
        : payload.kind === 'frame'
          ? writeFields(behaviour, payload.fields, answer)
          : undefined;
  const { time, seq, phase } = answer;
  const head: BlockHead = { key, time, seq, phase, late: isLate || answer.late };
  return {
    payload: written,
    isPoints: format === 'chart',
    blocks: { ...(isRecord(blocks) ? blocks : {}), [behaviour.block]: behaviour.describe(answer, head) },
  };
}

/** The fields in their order, in a new object, as whoever sent them may still hold the old one; absent sensors come last. */
function writeFields<A extends Answer>(
  behaviour: Behaviour<A>,
  fields: Fields,
  answer: A,
): Record<string, unknown> {
  const { names } = answer;
  const out: Record<string, unknown> = { ...fields };
  for (let j = 0; j < names.length; j++) {
    const name = names[j];
    const value = behaviour.valueAt(answer, j, Object.hasOwn(out, name), out[name]);
    if (value !== undefined) setField(out, name, value);
  }
  return out;
}

/** The list, longer if it lacked sensors at its end. */
function writeList<A extends Answer>(
  behaviour: Behaviour<A>,
  sensors: SensorList,
  list: ArrayLike<unknown>,
  answer: A,
): unknown[] {
  const { names } = answer;
  const out = Array.from(list);
  for (let j = 0; j < names.length; j++) {
    const position = sensors.positionOf(names[j]);
    if (position === null) continue;
    const value = behaviour.valueAt(answer, j, position < list.length, out[position]);
    if (value === undefined) continue;
    while (out.length < position) out.push(null);
    out[position] = value;
  }
  return out;
}

const isRecord = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

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
