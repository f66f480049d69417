import type { NodeAPI, NodeDef } from 'node-red';
import { errorOf } from '../../src/errors';
import type { AssemblerOptions } from '../../src/frame/assembler';
import { LONGEST_NAME } from '../../src/frame/frame';
import { SensorList } from '../../src/frame/sensor-list';
import { createRound, type Round } from '../message/behaviour';
import type { FrameSettings } from '../message/frame-writer';
import { PropertyPath } from '../message/property-path';
import type { ReadSettings } from '../message/read-message';
import { hasStore } from '../state/context-store';
import { bad, booleanOr, choiceOr, numberWithin, textOr, wholeNumberWithin } from './setting-values';

/** What the editor saved for a node. */
export type StreamDef = NodeDef & Readonly<Record<string, unknown>>;

/** What all nodes have in common, checked. */
export interface Settings extends ReadSettings, FrameSettings {
  readonly assembly: AssemblerOptions;
  readonly maxModels: number;
  readonly round: Round;
  readonly allowImport: boolean;
  readonly saveMs: number;
  /** Name of the context store; undefined means the default one. */
  readonly store: string | undefined;
}

const formats = ['same', 'chart'] as const;
const MOST_SAVE_SECONDS = 86_400;
const MOST_SENSORS = 100_000;
const MOST_MODELS = 100_000;
const MOST_DECIMALS = 15;
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
  const maxSensors = wholeNumberWithin('maxSensors', def.maxSensors, 1024, 1, MOST_SENSORS);
  return {
    property: wanted(path('property', 'payload')),
    name: wanted(path('nameProperty', 'topic')),
    time: wanted(path('timeProperty', 'timestamp')),
    key: path('keyProperty', ''),
    sensors: new SensorList(readSensors(def.sensors, maxSensors), maxSensors),
    assembly: {
      frameMs: numberWithin('frameMs', def.frameMs, null, 1, MOST_FRAME_MS),
      keepGoing: booleanOr('keepGoing', def.keepGoing, keepsGoing),
      maxSensors,
    },
    maxModels: wholeNumberWithin('maxModels', def.maxModels, 1000, 1, MOST_MODELS),
    format: choiceOr('format', def.format, 'same', formats),
    round: createRound(wholeNumberWithin('decimals', def.decimals, null, 0, MOST_DECIMALS)),
    allowImport: booleanOr('allowImport', def.allowImport, false),
    saveMs: numberWithin('saveSeconds', def.saveSeconds, 10, 1, MOST_SAVE_SECONDS) * 1000,
    store: readStore(RED.settings.contextStorage, def.store),
  };
}

/** What the models of all nodes are told of the common settings. */
export const streamOptions = ({
  sensors,
  assembly,
}: Settings): { sensors?: readonly string[]; maxSensors: number } => ({
  ...(sensors.configured === null ? {} : { sensors: sensors.configured }),
  maxSensors: assembly.maxSensors,
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

/** A list, or text with a name per line or between commas. */
function readSensors(value: unknown, most: number): readonly string[] | null {
  const entries: unknown = typeof value === 'string' ? value.split(/[,\n]/) : (value ?? []);
  if (!Array.isArray(entries)) throw bad('sensors', 'a list of names', value);
  const names = entries.map((entry: unknown) => (typeof entry === 'string' ? entry.trim() : entry));
  const given = names.filter((name) => name !== '');
  const isName = (name: unknown): name is string => typeof name === 'string' && name.length <= LONGEST_NAME;
  if (!given.every(isName))
    throw bad(
      'sensors',
      `names of at most ${LONGEST_NAME} characters`,
      given.find((name) => !isName(name)),
    );
  const twice = given.find((name, i) => given.indexOf(name) !== i);
  if (twice !== undefined) throw bad('sensors', 'each name once', twice);
  if (given.length > most) throw bad('sensors', `at most maxSensors (${most}) names`, given.length);
  return given.length === 0 ? null : given;
}

function readStore(contextStorage: unknown, value: unknown): string | undefined {
  const store = textOr('store', value, '');
  if (store === '') return undefined;
  if (!hasStore(contextStorage, store))
    throw bad('store', 'one of the context stores of the settings file', store);
  return store;
}
