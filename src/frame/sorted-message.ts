import type { AbsentPlace, FoundValue, Place } from './shapes/shape';
import type { Content, Form } from './understand';

/** Why nothing was learned from a message, or what is odd about it. */
export type Note =
  | {
      readonly kind:
        | 'text'
        | 'broken-json'
        | 'too-long'
        | 'too-deep'
        | 'no-number'
        | 'left-out'
        | 'too-many'
        | 'unreadable';
    }
  | { readonly kind: 'two-topics' | 'twice' | 'changed-kind' | 'no-key'; readonly name: string };

/** How a frame is written into the payload it came in. */
export interface Placing {
  readonly root: object;
  readonly form: Form;
  /** By sensor. */
  readonly found: ReadonlyMap<string, FoundValue>;
  readonly absent: AbsentPlace | null;
  /** Where a sensor stood that is absent now; undefined: below `absent`, by its name. */
  readonly placeOf: (name: string) => Place | undefined;
}

/** A frame as the model takes it: numbers, nulls, and what could not be read. */
export interface SortedFrame {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly time: number | null;
  /** Null: the payload is the fields. */
  readonly placing: Placing | null;
}

export interface SortedReading {
  readonly name: string;
  readonly value: unknown;
  readonly time: number | null;
}

/** Gives sensors other names. */
export type Rename = (name: string) => string;

/** What a message is. `rename`: before anything else, sensors so far get these names. */
export type Sorted = { readonly rename: Rename | null; readonly note: Note | null } & (
  | {
      readonly kind: 'frames';
      readonly frames: readonly SortedFrame[];
      readonly isBatch: boolean;
      readonly form: Form;
    }
  | { readonly kind: 'readings'; readonly readings: readonly SortedReading[] }
  /** A device is gone, and these sensors with it. */
  | { readonly kind: 'offline'; readonly sensors: readonly string[] }
  | { readonly kind: 'plain'; readonly value: unknown; readonly form: Form }
  | { readonly kind: 'nothing' }
);

/** A message as far as it is known without its model. */
export interface Post {
  readonly content: Content;
  /** The topic, or whatever names the sensor of a single reading; "" without. */
  readonly topic: string;
  /** The time beside the payload. */
  readonly time: number | null;
  /** What stands beside the payload says that its values are not to be used. */
  readonly isBad: boolean;
  /** It comes from one of our own nodes: it is a whole frame, whatever its topic. */
  readonly isOurs: boolean;
}

/** Sensors of the model, as far as a reader needs them. */
export interface KnownSensors {
  readonly names: readonly string[];
}
