import { isDeepStrictEqual } from 'node:util';
import { createClient } from 'redis';
import { MODEL, PREFIX, TAB } from '../../demo/cluster/worker';
import { hashKey } from '../../nodes/state/stored-index';
import { open } from '../../src';
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
  const client = createClient({ url: redisUrl });
  await client.connect();
  let [equal, missing, surplus, different] = [0, 0, 0, 0];
  for (const [site, expected] of states) {
    const text = await client.hGet(`${PREFIX}:values:${TAB}`, modelKey(MODEL, site, hashKey));
    const [own, other] = [comparable(expected), text === null ? null : comparable(JSON.parse(text))];
    const frames = (other?.seq ?? 0) - own.seq;
    if (isDeepStrictEqual(own, other)) equal += 1;
    else if (frames < 0) missing -= frames;
    else if (frames > 0) surplus += frames;
    else different += 1;
  }
  await client.close();
  return { sites: states.size, equal, missing, surplus, different };
}

/** Everything but when the last frame arrived. */
function comparable(envelope: unknown): { seq: number; time: unknown; meta: unknown; data: Uint8Array } {
  const { seq, time, meta, data } = open(envelope);
  const { clock, ...rest } = meta as { clock: Record<string, unknown> };
  return {
    ...{ seq, time, meta: { ...rest, clock: { ...clock, arrival: null } } },
    data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  };
}
