import { isDeepStrictEqual } from 'node:util';
import { createClient } from 'redis';
import { MODEL, PREFIX, TAB } from '../../demo/cluster/worker';
import { hashKey } from '../../nodes/state/stored-index';
import { open } from '../../src';
import type { Snapshot } from '../../src/snapshot/envelope';
import { modelKey } from '../../src/snapshot/store-keys';
import type { Reference } from './reference';

export interface Comparison {
  readonly sites: number;
  readonly equal: number;
  /** Frames that a state has less, or more, than that of the one process. */
  readonly missing: number;
  readonly surplus: number;
  /** States with as many frames but other numbers. */
  readonly different: number;
}

/** Holds the state of every site in Redis against that of the one process. */
export async function compareStates(redisUrl: string, { states }: Reference): Promise<Comparison> {
  const inRedis = await readStates(redisUrl, [...states.keys()]);
  let [equal, missing, surplus, different] = [0, 0, 0, 0];
  for (const [site, envelope] of states) {
    const kept = inRedis.get(site) ?? null;
    const [own, other] = [comparable(open(envelope)), kept === null ? null : comparable(kept)];
    const frames = (other?.seq ?? 0) - own.seq;
    if (isDeepStrictEqual(own, other)) equal += 1;
    else if (frames < 0) missing -= frames;
    else if (frames > 0) surplus += frames;
    else different += 1;
  }
  return { sites: states.size, equal, missing, surplus, different };
}

/** What Redis holds of these sites; null where it holds nothing. */
export async function readStates(
  redisUrl: string,
  sites: readonly string[],
): Promise<Map<string, Snapshot | null>> {
  const client = createClient({ url: redisUrl });
  client.on('error', () => {});
  await client.connect();
  const fields = sites.map((site) => modelKey(MODEL, site, hashKey));
  const texts = await client.hmGet(`${PREFIX}:values:${TAB}`, fields);
  await client.close();
  return new Map(sites.map((site, i) => [site, texts[i] === null ? null : open(JSON.parse(texts[i]))]));
}

/** Everything but when the last frame arrived. */
function comparable(snapshot: Snapshot): { seq: number; time: unknown; meta: unknown; data: Uint8Array } {
  const { seq, time, meta, data } = snapshot;
  const { clock, ...rest } = meta as { clock: Record<string, unknown> };
  return {
    ...{ seq, time, meta: { ...rest, clock: { ...clock, arrival: null } } },
    data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  };
}
