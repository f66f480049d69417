import type { LeaveOut } from '../leave-out';

/** Where in a payload a value stands: names and positions, from the top. */
export type Place = readonly (string | number)[];

/** A value found in a payload. */
export interface FoundValue {
  /** What the payload calls it; "" where only the topic names it. */
  readonly name: string;
  /** As it came; undefined where the payload says that it is not to be used. */
  readonly value: unknown;
  readonly place: Place;
  /** Its own time, epoch ms; null: that of the message. */
  readonly time: number | null;
  /** What is to be added to the number at this place. */
  readonly base?: number;
}

/** How a sensor that is absent is put into a payload: as a field below this place, or as one more record of the list there. */
export type AbsentPlace =
  | { readonly kind: 'field'; readonly below: Place }
  | {
      readonly kind: 'record';
      readonly below: Place;
      readonly record: (name: string, value: unknown) => object;
    };

/** The values of one moment. */
export interface FoundMoment {
  /** Epoch ms; null: the payload names none. */
  readonly time: number | null;
  readonly values: readonly FoundValue[];
  readonly absent: AbsentPlace | null;
}

/** What a payload holds. */
export interface Findings {
  /** In the order of the payload. */
  readonly moments: readonly FoundMoment[];
  /** Whether it is a list of frames, answered by a list. */
  readonly isBatch: boolean;
  /** Who sent it, where the payload says so; null otherwise. */
  readonly device: string | null;
}

/** What helps to tell values apart. */
export interface ShapeContext {
  readonly leaveOut: LeaveOut;
  /** When the message came, epoch ms: numbers that are times are near it. */
  readonly arrival: number;
}

/** One of the ways in which devices write their readings. */
export interface Shape {
  /** What it is called, in tests and documentation. */
  readonly name: string;
  /** What the payload holds if it has this shape; null if it has another. */
  read(payload: unknown, context: ShapeContext): Findings | null;
}
