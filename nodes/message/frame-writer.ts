import { roundTo } from '../../src/frame/decimals';
import type { Fields } from '../../src/frame/frame';
import type { Edit } from '../../src/frame/place';
import { copyList, copyReadable, setField } from '../../src/frame/record';
import type { SensorList } from '../../src/frame/sensor-list';
import { sayState, type StateWords } from '../../src/frame/states';
import type { Placing } from '../../src/frame/stream-reader';
import type { BlockHead } from '../../src/stream/messages';
import type { Answer } from '../../src/stream/stream-model';
import type { Behaviour, ChartBounds } from './behaviour';
import type { IncomingFrame } from './incoming-frame';

/** A frame as it goes out. */
export interface WrittenFrame {
  /** The frame in the shape it came in, or points for a chart. */
  readonly payload: unknown;
  readonly isPoints: boolean;
  /** What is to be written into the payload of the message, in place of `payload`; null: nothing. */
  readonly edits: readonly Edit[] | null;
  /** Its entry of `msg.psmf`. */
  readonly blocks: object;
}

/** How frames are to look. */
export interface FrameSettings {
  readonly format: 'same' | 'chart';
  /** Whether what is computed is written with the digits that the sensor itself sends. */
  readonly ownDecimals: boolean;
  readonly sensors: SensorList;
}

/** Puts what a model said of a frame into values of its own: the next frame overwrites the answer. */
export function writeFrame<A extends Answer>(
  behaviour: Behaviour<A>,
  { format, sensors, ownDecimals }: FrameSettings,
  { frame, payload, blocks, isLate, wordsOf }: IncomingFrame,
  answer: A,
  key: string,
  decimals: ArrayLike<number>,
): WrittenFrame {
  const isPlaced = format === 'same' && payload.kind === 'placed';
  const valueAt: ValueAt<A> = ownDecimals ? roundOwn(behaviour, decimals) : behaviour.valueAt;
  const written: unknown =
    format === 'chart'
      ? chartPoints(behaviour, answer, frame.fields)
      : payload.kind === 'list'
        ? writeList(valueAt, sensors, payload.list, answer)
        : payload.kind === 'frame'
          ? writeFields(valueAt, payload.fields, answer, frame.fields, wordsOf)
          : undefined;
  const { time, seq, phase } = answer;
  const head: BlockHead = { key, time, seq, phase, late: isLate || answer.late };
  return {
    payload: written,
    isPoints: format === 'chart',
    edits: isPlaced ? writeEdits(valueAt, payload.placing, answer, frame.fields, wordsOf) : null,
    blocks: { ...(isRecord(blocks) ? blocks : {}), [behaviour.block]: behaviour.describe(answer, head) },
  };
}

type ValueAt<A extends Answer> = Behaviour<A>['valueAt'];

/** What is computed, with the digits of its sensor. */
const roundOwn =
  <A extends Answer>({ valueAt }: Behaviour<A>, decimals: ArrayLike<number>): ValueAt<A> =>
  (answer, j, isPresent, held) => {
    const value = valueAt(answer, j, isPresent, held);
    return typeof value === 'number' ? roundTo(value, decimals[j]) : value;
  };

/** The fields in their order, in a new object, as whoever sent them may still hold the old one; absent sensors come last. */
function writeFields<A extends Answer>(
  valueAt: ValueAt<A>,
  fields: Fields,
  answer: A,
  readings: Fields,
  wordsOf: IncomingFrame['wordsOf'],
): Record<string, unknown> {
  const { names } = answer;
  const out = copyReadable(fields) as Record<string, unknown>;
  for (let j = 0; j < names.length; j++) {
    const name = names[j];
    const held = wordsOf === undefined ? out[name] : readings[name];
    const value = valueAt(answer, j, Object.hasOwn(out, name), held);
    if (value !== undefined) setField(out, name, inWords(value, wordsOf?.(name)));
  }
  return out;
}

/** What the model says of each sensor, at the place where the payload has it, or could have it. */
function writeEdits<A extends Answer>(
  valueAt: ValueAt<A>,
  { found, absent, placeOf }: Placing,
  answer: A,
  readings: Fields,
  wordsOf: IncomingFrame['wordsOf'],
): Edit[] {
  const edits: Edit[] = [];
  answer.names.forEach((name, j) => {
    const own = found.get(name);
    const value = valueAt(answer, j, own !== undefined, readings[name]);
    if (value === undefined) return;
    const said = inWords(value, wordsOf?.(name));
    if (own !== undefined)
      edits.push({ place: own.place, value: typeof said === 'number' ? said - (own.base ?? 0) : said });
    else if (absent?.kind === 'record')
      edits.push({ append: absent.below, value: absent.record(name, said) });
    else if (absent !== null) edits.push({ place: placeOf(name) ?? [...absent.below, name], value: said });
  });
  return edits;
}

const inWords = (value: number | null, words: StateWords | undefined): unknown =>
  value === null || words === undefined ? value : sayState(value, words);

/** The list, longer if it lacked sensors at its end. */
function writeList<A extends Answer>(
  valueAt: ValueAt<A>,
  sensors: SensorList,
  list: ArrayLike<unknown>,
  answer: A,
): unknown[] {
  const { names } = answer;
  const out = copyList(list);
  for (let j = 0; j < names.length; j++) {
    const position = sensors.positionOf(names[j]);
    if (position === null) continue;
    const value = valueAt(answer, j, position < list.length, out[position]);
    if (value === undefined) continue;
    while (out.length < position) out.push(null);
    out[position] = value;
  }
  return out;
}

const isRecord = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A point as dashboard charts take them. */
interface ChartPoint {
  readonly series: string;
  /** Epoch ms. */
  readonly x: number;
  readonly y: number;
}

/** The frame's points: for each sensor its value and, where there is one, the interval around it. */
function chartPoints<A extends Answer>(behaviour: Behaviour<A>, answer: A, fields: Fields): ChartPoint[] {
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
