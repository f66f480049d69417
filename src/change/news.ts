import type { Correction } from './faults/correction';

/** What is told beside alarms: it has `event`, and no `detectedIndex`. */
interface NewsHead {
  /** Of the change that it is about. */
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

export type ChangeNews = ResolvedEvent | FaultEvent;
