import { FORMAT } from './format';

/**
 * The grammar of the keys that state stands under in a store; letters, digits and underscores only:
 *
 *   psmf_<node>                   the model of a node
 *   psmf_<node>_<hash>            the model of one of its keys
 *   psmf_<node>_index             which keys these are
 *   <any of them>_<what became>   what was put aside, with _2, _3 and so on where several were
 */
const PREFIX = 'psmf_';
const INDEX = 'index';
const INDEX_FORMAT = 'psmf-index';
const HASH = /^[0-9a-f]{16}$/;
/** Far above what a node may keep, so that a damaged index cannot fill the memory. */
const MAX_HASHES = 1_000_000;

/** damaged: cannot be used. previous: made with other settings. exchange: left over where two were about to change places. */
type Aside = 'damaged' | 'previous' | 'exchange';

/** 16 hexadecimal digits for a model's key, whatever is in it. */
export type HashKey = (key: string) => string;

/** Where the model of a node stands; '' is the key of a node that has one model only. */
export function modelKey(node: string, key: string, hashKey: HashKey): string {
  const own = `${PREFIX}${node.replace(/[^A-Za-z0-9_]/g, '_')}`;
  return key === '' ? own : keyOfHash(own, hashKey(key));
}

/** The same by the node's own key and the hash of the model's. */
export const keyOfHash = (own: string, hash: string): string => (hash === '' ? own : `${own}_${hash}`);

export const indexKey = (own: string): string => `${own}_${INDEX}`;

export const asideKey = (key: string, what: Aside): string => `${key}_${what}`;

const WAITS = /_(?:damaged|exchange)(?:_\d+)?$/;
const PREVIOUS = /_previous$/;

/** Whether a node would read what stands there, if it is ours: what was put aside as damaged waits for a person. */
export const isReadKey = (key: string): boolean => key.startsWith(PREFIX) && !WAITS.test(key);

/** Where the model stood before it was put aside for other settings. */
export const keyBeforeAside = (key: string): string => key.replace(PREVIOUS, '');

/** Whether the key has the id of a node in it as Node-RED makes them, now or formerly, with the dot that it had then. */
export const namesNode = (key: string): boolean => NODE_KEY.test(keyBeforeAside(key));

const NODE_KEY = /^psmf_(?:[0-9a-f]{16}|[0-9a-f]{5,8}_[0-9a-f]{5,8})(?:_index|_[0-9a-f]{16})?$/;

/** Whether a value is what a node would have stored, however damaged. */
export function looksStored(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  const { format } = value as Readonly<Record<'format', unknown>>;
  return format === FORMAT || format === INDEX_FORMAT || ('crc32' in value && 'data' in value);
}

export const isIndexKey = (key: string): boolean => key.endsWith(`_${INDEX}`);

/** The hashes of a node's models among all keys of a store. */
export function hashesAmong(keys: readonly unknown[], own: string): string[] {
  const names = keys.slice(0, MAX_HASHES).filter((key) => typeof key === 'string');
  return names
    .filter((key) => key.startsWith(`${own}_`))
    .map((key) => key.slice(own.length + 1))
    .filter((hash) => HASH.test(hash));
}

/** Which models are stored, oldest first, and how many bytes each takes. */
export type StoredSizes = ReadonlyMap<string, number>;

export const createIndex = (sizes: StoredSizes): object => ({
  format: INDEX_FORMAT,
  version: 1,
  hashes: [...sizes.keys()],
  bytes: [...sizes.values()],
});

/** Of a model whose size is not known: one of ten sensors. */
export const USUAL_BYTES = 50_000;

/** What an index lists; null where it is none. Older ones tell no sizes. */
export function readIndex(value: unknown): StoredSizes | null {
  if (value === undefined || value === null) return null;
  const { format, hashes, bytes } = value as Readonly<Record<'format' | 'hashes' | 'bytes', unknown>>;
  const isHash = (hash: unknown): hash is string => typeof hash === 'string' && HASH.test(hash);
  const isIndex =
    format === INDEX_FORMAT && Array.isArray(hashes) && hashes.length <= MAX_HASHES && hashes.every(isHash);
  if (!isIndex) return null;
  const sizes: readonly unknown[] = Array.isArray(bytes) ? bytes : [];
  return new Map(hashes.map((hash, i) => [hash, readSize(sizes[i])]));
}

const readSize = (bytes: unknown): number =>
  typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : USUAL_BYTES;
