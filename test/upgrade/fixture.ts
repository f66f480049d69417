import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../package-root';
import type { StreamType } from '../nodes/flow';
import type { Settings } from './editor-defaults';
import type { Mishap } from './node-case';
import type { Frame } from './stream';

/** A folder for each version that has written one. */
export const FIXTURES = join(ROOT, 'test', 'fixtures', 'upgrade');
export const MANIFEST = 'manifest.json';
/** What Node-RED wrote: the flow, and the folders of the two context stores. */
export const FLOWS = 'flows.json';
export const STORES = { default: 'context', archive: 'archive' } as const;

/** A model whose state lies in the fixture. */
export interface StoredModel {
  readonly tab: string;
  readonly node: string;
  readonly type: StreamType;
  readonly key: string;
  /** Which stream it has learned, and how many frames of it. */
  readonly seed: number;
  readonly frames: number;
  readonly silent?: number;
  readonly mishap?: Mishap;
  /** The state beside it: with which settings it was learned, and frames. */
  readonly other?: { readonly settings: Settings; readonly frames: number };
}

export interface Manifest {
  readonly version: string;
  /** The Node-RED that wrote it. */
  readonly nodeRed: string;
  readonly models: readonly StoredModel[];
  /** Some frames of the stream, to see that it is still the same. */
  readonly sample: readonly { readonly seed: number; readonly index: number; readonly frame: Frame }[];
}

export interface SavedNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly [setting: string]: unknown;
}

export const readManifest = (folder: string): Manifest => readJson(join(folder, MANIFEST)) as Manifest;

export const readFlow = (folder: string): SavedNode[] => readJson(join(folder, FLOWS)) as SavedNode[];

/** The folders of all versions. */
export const listVersions = (): string[] =>
  readdirSync(FIXTURES).filter((name) => existsSync(join(FIXTURES, name, MANIFEST)));

/** What the flow context of a tab holds in a store. */
export function readContext(
  folder: string,
  tab: string,
  store: keyof typeof STORES = 'default',
): Readonly<Record<string, unknown>> {
  return readJson(join(folder, STORES[store], tab, 'flow.json')) as Readonly<Record<string, unknown>>;
}

/** Where the state of a model stands in flow context. */
export const contextKey = (node: string): string => `psmf_${node.replace(/[^A-Za-z0-9_]/g, '_')}`;

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
