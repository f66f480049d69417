import type { NodeStatus } from 'node-red';
import type { Fields } from '../../src/frame/frame';
import type { Snapshot } from '../../src/snapshot/envelope';
import type { PreparedFit } from '../../src/stream/dynamics-fit';
import type { BlockHead, StreamEvent } from '../../src/stream/messages';
import type { Answer, StreamModel } from '../../src/stream/stream-model';

/** Numbers by name, while they are gathered. */
export type Numbers = Record<string, number>;

/** Says what happened from one learned frame of a model to the next. */
export interface Watch<A extends Answer> {
  readonly events: (answer: A) => readonly StreamEvent[];
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
  /** Whether the values that psmf-impute filled are to be left out. */
  readonly distrustsFilled: boolean;
  create(): StreamModel<A>;
  /** Throws if the snapshot does not fit. */
  restore(snapshot: Snapshot): StreamModel<A>;
  describe(answer: A, head: BlockHead): BlockHead;
  /** What a sensor's field, if there is one, is to hold: a number, nothing (null), or what it holds already (undefined). */
  valueAt(answer: A, column: number, isPresent: boolean, held: unknown): number | null | undefined;
  boundsAt(answer: A, column: number, fields: Fields, out: ChartBounds): void;
  watch(): Watch<A>;
  /** Of nodes whose models have something to fit; throws if this one has not. */
  prepareFit?(model: StreamModel<A>, settings: object | undefined): PreparedFit;
  /** `lastEvent` is when the last event of any model was, epoch ms; null if there was none since the start or a reset. */
  status(answer: A, lastEvent: number | null): NodeStatus;
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
