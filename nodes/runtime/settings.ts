import type { NodeAPI, NodeDef } from 'node-red';
import { errorOf, PsmfError } from '../../src/errors';
import type { AssemblerOptions } from '../../src/frame/assembler';
import { LeaveOut } from '../../src/frame/leave-out';
import { messageModes, type MessageMode } from '../../src/frame/message-mode';
import { SensorList } from '../../src/frame/sensor-list';
import { PayloadReader } from '../../src/frame/understand';
import { createRound, type Round } from '../message/behaviour';
import type { FrameSettings } from '../message/frame-writer';
import { PropertyPath } from '../message/property-path';
import type { ReadSettings } from '../message/incoming';
import { answersWhenWritten, hasStore, isSharedStore, kindOfStore } from '../state/context-store';
import {
  bad,
  booleanOr,
  choiceOr,
  isBlank,
  numberOr,
  numberWithin,
  readNames,
  textOr,
  wholeNumberWithin,
} from './setting-values';

/** What the editor saved for a node. */
export type StreamDef = NodeDef & Readonly<Record<string, unknown>>;

/** What all nodes have in common, checked. */
export interface Settings extends ReadSettings, FrameSettings {
  readonly assembly: AssemblerOptions;
  /** Whether a message is a frame, or part of one; only where payloads are understood. */
  readonly messageIs: MessageMode;
  readonly maxModels: number;
  readonly round: Round;
  readonly allowImport: boolean;
  readonly saveMs: number;
  /** Bytes of memory for this node's models and messages. */
  readonly maxMemory: number;
  /** Whether what is stored takes memory of this process, and whether all of it is written at a time. */
  readonly storesInMemory: boolean;
  readonly storesWhole: boolean;
  /** Whether a message is done only when what was learned from it is in the store. */
  readonly doneWhenSaved: boolean;
  /** A save begins when so many messages wait for it. */
  readonly saveAfter: number;
  /** Whether other processes keep their models in the same store. */
  readonly isShared: boolean;
  /** Name of the context store; undefined means the default one. */
  readonly store: string | undefined;
}

const formats = ['same', 'chart'] as const;
const MOST_SAVE_SECONDS = 86_400;
const MOST_SENSORS = 100_000;
const MOST_MODELS = 100_000;
const MOST_MEMORY_MB = 1_000_000;
const MOST_DECIMALS = 15;
const MOST_WAITING = 100_000;
/** The longest a timer can run. */
const MOST_FRAME_MS = 2 ** 31 - 1;

/** Throws at the first setting that cannot be used. */
export function readSettings(RED: NodeAPI, def: StreamDef, keepsGoing: boolean): Settings {
  const path = (name: string, fallback: string): PropertyPath | null =>
    readPath(RED, name, def[name], fallback);
  const wanted = <T>(value: T | null): T => {
    if (value === null) throw bad('property', 'a property of the message', def.property);
    return value;
  };
  choiceOr('propertyType', def.propertyType, 'msg', ['msg']);
  const { contextStorage } = RED.settings;
  const store = readStore(contextStorage, def.store);
  const maxSensors = wholeNumberWithin('maxSensors', def.maxSensors, 1024, 1, MOST_SENSORS);
  const maxMemoryMB = numberWithin('maxMemoryMB', def.maxMemoryMB, null, 1, MOST_MEMORY_MB);
  const kind = kindOfStore(contextStorage, store);
  const property = wanted(path('property', 'payload'));
  const time = wanted(path('timeProperty', 'timestamp'));
  const key = path('keyProperty', '');
  return {
    ...{ property, time, key },
    name: wanted(path('nameProperty', 'topic')),
    payloads: understands(def)
      ? new PayloadReader(readLeaveOut(def.leaveOut), namesOf(time.name, key?.fieldOf(property) ?? null))
      : null,
    messageIs: choiceOr('messageIs', def.messageIs, 'automatic', messageModes),
    sensors: new SensorList(readNames('sensors', def.sensors, maxSensors), maxSensors),
    assembly: {
      frameMs: numberWithin('frameMs', def.frameMs, null, 1, MOST_FRAME_MS),
      keepGoing: booleanOr('keepGoing', def.keepGoing, keepsGoing),
      maxSensors,
    },
    maxModels: wholeNumberWithin('maxModels', def.maxModels, 1000, 1, MOST_MODELS),
    format: choiceOr('format', def.format, 'same', formats),
    ownDecimals: understands(def) && isBlank(def.decimals),
    round: createRound(wholeNumberWithin('decimals', def.decimals, null, 0, MOST_DECIMALS)),
    allowImport: booleanOr('allowImport', def.allowImport, false),
    saveMs: numberWithin('saveSeconds', def.saveSeconds, 10, 1, MOST_SAVE_SECONDS) * 1000,
    maxMemory: maxMemoryMB === null ? Infinity : 1e6 * maxMemoryMB,
    storesInMemory: kind !== 'other',
    storesWhole: kind === 'cached-file',
    doneWhenSaved: readDoneWhenSaved(contextStorage, store, def.doneWhenSaved),
    saveAfter: wholeNumberWithin('saveAfter', def.saveAfter, 100, 1, MOST_WAITING),
    isShared: isSharedStore(contextStorage, store),
    store,
  };
}

/** What the models of all nodes are told of the common settings. */
export const streamOptions = ({
  sensors,
  assembly,
  payloads,
}: Settings): { sensors?: readonly string[]; maxSensors: number; letsStraysGo: boolean } => ({
  ...(sensors.configured === null ? {} : { sensors: sensors.configured }),
  maxSensors: assembly.maxSensors,
  letsStraysGo: payloads !== null,
});

function readPath(RED: NodeAPI, name: string, value: unknown, fallback: string): PropertyPath | null {
  const expression = textOr(name, value, fallback);
  if (expression === '') return null;
  try {
    return new PropertyPath(RED.util, expression);
  } catch (error) {
    throw bad(name, `a property of the message (${errorOf(error).message})`, expression);
  }
}

/** Fields that stand for something else than a sensor. */
const namesOf = (time: string, key: string | null): string[] => (key === null ? [time] : [time, key]);

/** Nodes that were saved before devices were understood read payloads as they did. */
const FIRST_UNDERSTANDING = 2;

const understands = ({ configVersion }: StreamDef): boolean =>
  numberOr('configVersion', configVersion, 0) >= FIRST_UNDERSTANDING;

/** Patterns between commas or on lines of their own; blank: nothing is left out, absent: what usually is. */
function readLeaveOut(value: unknown): LeaveOut {
  if (value === undefined || value === null) return new LeaveOut();
  const entries: unknown = typeof value === 'string' ? value.split(/[,\n]/) : value;
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string'))
    throw bad('leaveOut', 'names between commas', value);
  return new LeaveOut(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''));
}

function readStore(contextStorage: unknown, value: unknown): string | undefined {
  const store = textOr('store', value, '');
  if (store === '') return undefined;
  if (!hasStore(contextStorage, store))
    throw bad('store', 'one of the context stores of the settings file', store);
  return store;
}

/** A store that answers before it has written would have messages acknowledged that a kill then takes. */
function readDoneWhenSaved(contextStorage: unknown, store: string | undefined, value: unknown): boolean {
  const doneWhenSaved = booleanOr('doneWhenSaved', value, false);
  if (!doneWhenSaved || answersWhenWritten(contextStorage, store)) return doneWhenSaved;
  throw new PsmfError(
    'BAD_OPTION',
    'Done when saved',
    'a context store that answers when it has written',
    `${store ?? 'the default store'}, which answers before`,
    'In the settings file, give localfilesystem the config cache: false, or use @psmf/node-red-psmf/file-store or redis-store; docs/state.md tells how.',
  );
}
