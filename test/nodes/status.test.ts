import { once } from 'node:events';
import { collect, getNode, helper, send, startFlow, statuses, streamFlow, streamTypes } from './flow';

const idle = 'state is lost on restart';
const frames = Array.from({ length: 430 }, (_, t) => ({ a: Math.sin(t / 5), b: Math.cos(t / 7), c: t % 3 }));

/** Resolves once this is what the node shows. */
async function show(text: string): Promise<void> {
  while (statuses().at(-1)?.text !== text) await once(getNode('n1'), 'call:status');
}

/** The state of a node that has learned these frames. */
async function exportAfter(flow: object[], learned: readonly object[]): Promise<unknown> {
  await startFlow(flow);
  const { out } = collect();
  for (const frame of learned) send(frame);
  send(undefined, { export: true });
  const messages = await out.reach(learned.length + 1);
  await helper.unload();
  return messages[learned.length].payload;
}

describe('the status of a node', () => {
  afterEach(() => helper.unload());

  for (const type of streamTypes) {
    it(`${type} tells of a model that was imported, reset, or asked without learning`, async () => {
      const flow = streamFlow(type, { allowImport: true });
      const state = await exportAfter(flow, frames);
      await startFlow(flow);
      send(undefined, { import: state });
      await show('3 sensors');
      send(undefined, { reset: true });
      await show(idle);
      send(frames[0], { learn: false });
      await show(type === 'psmf-changepoint' ? 'learning 0/420' : 'learning 0/40');
    });
  }

  it('tells of an imported model that is still learning', async () => {
    const flow = streamFlow('psmf-impute', { allowImport: true });
    const state = await exportAfter(flow, frames.slice(0, 7));
    await startFlow(flow);
    send(undefined, { import: state });
    await show('learning 7/40');
  });

  it('tells of a rhythm that frames are too far apart to see', async () => {
    const settings = { model: 'rpsmf', dynamics: 'seasonal', configVersion: 1 };
    for (const [periodSeconds, text] of [
      [24, 'rhythm not longer than 2 frames'],
      [120, 'rhythm not longer than 2 frames'],
      [121, '3 sensors'],
    ] as const) {
      await startFlow(streamFlow('psmf-filter', { ...settings, periodSeconds }));
      frames.slice(0, 45).forEach((frame, t) => send(frame, { timestamp: 60_000 * (t + 1) }));
      await show(text);
      await helper.unload();
    }
  });

  it('tells that a rhythm waits for times', async () => {
    await startFlow(
      streamFlow('psmf-filter', {
        model: 'rpsmf',
        dynamics: 'seasonal',
        periodSeconds: 60,
        configVersion: 1,
      }),
    );
    send(frames.slice(0, 40));
    await show('learning 40/40');
    send(frames.slice(0, 20));
    await show('waiting for times: a rhythm needs them');
  });

  it('tells when the models of all keys are reset', async () => {
    await startFlow(streamFlow('psmf-impute', { keyProperty: 'site' }));
    for (const site of ['north', 'south']) send(frames[0], { site });
    await show('learning 1/40');
    send(undefined, { reset: true });
    await show(idle);
  });
});
