import type { Reading } from '../../src/frame/assembler';
import type { SensorList } from '../../src/frame/sensor-list';
import type { Post } from '../../src/frame/stream-reader';
import type { PayloadReader } from '../../src/frame/understand';
import type { StreamEvent } from '../../src/stream/messages';
import type { IncomingFrame } from './incoming-frame';
import type { PropertyPath } from './property-path';
import type { Came } from './write-message';

/** Where in a message things stand. */
export interface ReadSettings {
  readonly property: PropertyPath;
  /** The sensor of a single reading. */
  readonly name: PropertyPath;
  readonly time: PropertyPath;
  /** Null: one model. */
  readonly key: PropertyPath | null;
  readonly sensors: SensorList;
  /** Tells what devices have written; null: payloads are read as they are, as nodes saved before had it. */
  readonly payloads: PayloadReader | null;
  /** Whether a message may ask for a save, and for what is in memory to be forgotten. */
  readonly doneWhenSaved: boolean;
}

/** What the node that reads can do. */
export interface Capabilities {
  /** Whether the values that psmf-impute filled are to be left out. */
  readonly distrustsFilled: boolean;
  /** Whether its models have something to fit. */
  readonly prepareFit?: unknown;
  /** Whether it raises alarms, which can be held back and called normal. */
  readonly setMaintenance?: unknown;
}

/** What a message is for a node, and the key of its model, null where it names none. */
export type Incoming = { readonly key: string | null } & (
  | { readonly kind: NodeCommandName }
  | { readonly kind: ModelCommand }
  | { readonly kind: 'fit' }
  | { readonly kind: 'other'; readonly events?: readonly StreamEvent[] }
  | {
      readonly kind: 'readings';
      /** Of one message. */
      readonly readings: readonly Reading[];
      readonly isLate: boolean;
      readonly learns: boolean;
    }
  | { readonly kind: 'frame' | 'batch'; readonly frames: readonly IncomingFrame[]; readonly came?: Came }
  | { readonly kind: 'post'; readonly post: Post }
);

/** One that asks something of the node: no model has to be in memory for it. */
export type NodeCommand = Extract<Incoming, { readonly kind: NodeCommandName }>;

export const isForNode = (incoming: Incoming): incoming is NodeCommand =>
  incoming.kind === 'reset-all' || incoming.kind === 'save' || incoming.kind === 'release';

export type ForModel = Exclude<Incoming, NodeCommand>;

/** A message for a model whose payload has been looked into. */
export type SortedMessage = Exclude<ForModel, { readonly kind: 'post' }>;

/** A reset or a save without a key, where there are keys, is one of all models. */
type NodeCommandName = 'reset-all' | 'save' | 'release';

/** Messages that are about a model and bring no readings. */
export type ModelCommand =
  'reset' | 'export' | 'import' | 'forget' | 'acknowledge' | 'maintenance' | 'report';
