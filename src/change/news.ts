import type { DriftDirection } from './detector';
import type { Correction } from './faults/correction';

/** What is told beside alarms: it has `event`, and no `detectedIndex`. */
interface NewsHead {
  /** Of the change that it is about; of a drift its own. */
  readonly id: number;
  /** First frame that is concerned, and when it was, epoch ms; null where no time was given. */
  readonly index: number;
  readonly since: number | null;
  /** When it was found. */
  readonly time: number | null;
  readonly sensors: readonly { readonly name: string }[];
  readonly summary: string;
}

/** The sensors of a change are as they were before it. */
export interface ResolvedEvent extends NewsHead {
  readonly event: 'resolved';
}

/** A change is the fault of a sensor, and what would have to be made of its readings. */
export interface FaultEvent extends NewsHead {
  readonly event: 'fault';
  readonly fault: 'offset' | 'unit' | 'swapped';
  /** null: the readings of two sensors are to be exchanged. */
  readonly correction: Correction | null;
  /** "°C to °F", of `unit`. */
  readonly unit?: string;
}

/** A sensor slowly leaves what the others say of it. */
export interface DriftEvent extends NewsHead {
  readonly event: 'drift';
  readonly direction: DriftDirection;
  /** In the sensor's unit, in 1,000 frames; and how far it has come since `index`. */
  readonly rate: number;
  readonly size: number;
  readonly correction: Correction;
}

export type ChangeNews = ResolvedEvent | FaultEvent | DriftEvent;
