import type { Fields } from '../../src/frame/frame';
import type { Snapshot } from '../../src/snapshot/envelope';
import type { PreparedFit } from '../../src/stream/dynamics-fit';
import type { BlockHead, StreamEvent } from '../../src/stream/messages';
import type { Answer, StreamModel } from '../../src/stream/stream-model';
import type { ShownFrame } from './shown-frame';
import type { Shown } from './status-texts';

/** Numbers by name, while they are gathered. */
export type Numbers = Record<string, number>;

/** Says what happened from one learned frame of a model to the next. */
export interface Watch<A extends Answer> {
  readonly events: (answer: A) => readonly StreamEvent[];
  /** Devices are gone, and these of the model's sensors with them: what is to be told of it at once. */
  readonly noteGone?: (gone: readonly string[], names: readonly string[]) => readonly StreamEvent[];
  /** The sensors of devices that are gone and have not been read since. */
  readonly listGone?: (names: readonly string[]) => readonly string[];
}

/** A sensor's value and interval for a chart; NaN: no such point. */
export interface ChartBounds {
  value: number;
  lower: number;
  upper: number;
}

/** What makes one node differ from another. */
export interface Behaviour<A extends Answer> {
  readonly block: 'filter' | 'impute' | 'change';
  /** Frames until a model is trusted. */
  readonly warmUp: number;
  /** Whether the values that psmf-impute filled are to be left out. */
  readonly distrustsFilled: boolean;
  create(): StreamModel<A>;
  /** Throws if the snapshot does not fit. */
  restore(snapshot: Snapshot): StreamModel<A>;
  describe(answer: A, head: BlockHead): BlockHead;
  /** What a sensor's field, if there is one, is to hold: a number, nothing (null), or what it holds already (undefined). */
  readonly valueAt: (
    answer: A,
    column: number,
    isPresent: boolean,
    held: unknown,
  ) => number | null | undefined;
  boundsAt(answer: A, column: number, fields: Fields, out: ChartBounds): void;
  /** Writes down the first sensors of an answer, as many as `shown` has room for. */
  show(answer: A, shown: ShownFrame): void;
  watch(): Watch<A>;
  /** Of nodes whose models have something to fit; throws if this one has not. */
  prepareFit?(model: StreamModel<A>, settings: object | undefined): PreparedFit;
  /** Of nodes that raise alarms: holds them back, or no longer. */
  setMaintenance?(model: StreamModel<A>, isOn: boolean): void;
  /** Of nodes that raise alarms: the last one (true) or that of an id was normal; throws if there is none such. */
  acknowledge?(model: StreamModel<A>, id: unknown): void;
  /** `lastEvent` is when the last event of any model was, epoch ms; null if there was none since the start or a reset. */
  status(answer: A, lastEvent: number | null): Shown;
}

/** Rounds a number for display. */
export type Round = (value: number) => number;

/** To so many decimals; null: not at all. A number too large to be scaled has no decimals to lose. */
export function createRound(decimals: number | null): Round {
  if (decimals === null) return (value) => value;
  const scale = 10 ** decimals;
  return (value) => {
    const scaled = Math.round(value * scale) / scale;
    return Number.isFinite(scaled) ? scaled : value;
  };
}
