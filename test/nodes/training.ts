import { simulateFrames } from '../frame/simulation';
import { collect, filterFlow, helper, send, startFlow, type Collector } from './flow';
import { SlowStore } from './slow-store';

/** Where node n1 keeps its state. */
export const KEY = 'psmf_n1';
export const frames = simulateFrames(60, 4);

export interface Block {
  readonly seq: number;
  readonly estimate: Record<string, number>;
}
export const blocks = (collector: Collector): Block[] =>
  collector.messages.map(({ psmf }) => psmf?.filter as Block);

/** Sends frames through a running flow and gives back what came out. */
export async function run(some: readonly object[]): Promise<Block[]> {
  const { out } = collect();
  for (const frame of some) send(frame);
  await out.reach(some.length);
  return blocks(out);
}

/** A store that holds the state after the first `count` frames. */
export async function trainedStore(count: number, settings: object = {}): Promise<SlowStore> {
  const store = new SlowStore();
  await startFlow(filterFlow(settings), store.settings);
  await run(frames.slice(0, count));
  await helper.unload();
  return store;
}
