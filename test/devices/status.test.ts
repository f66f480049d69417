import assert from 'node:assert/strict';
import { collect, getNode, helper, startFlow, statuses, streamFlow, type Message } from '../nodes/flow';
import { wave, type DeviceCase } from './device-case';
import { runNode } from './node-run';

const FAMILY = 'what the status says';

describe('the status of a node that learns', () => {
  it('one odd message at the start leaves frames whole', async () => {
    const each: DeviceCase = {
      ...{ family: FAMILY, name: 'odd', sensors: [] },
      round: (t) => ({
        topic: 'plant',
        payload: t === 0 ? { a: 1 } : { b: wave(t, 20, 3), c: wave(t, 5, 1, 1) },
      }),
    };
    const { names, status, answers } = await runNode({
      ...each,
      gap: { send: () => ({ topic: 'plant', payload: { b: 20 } }), filled: {} },
    });
    assert.deepEqual([...names].sort(), ['a', 'b', 'c']);
    assert.equal(status?.fill, 'yellow');
    assert.match(status?.text ?? '', /^filled|^silent: a/);
    assert.equal(typeof (answers[0].payload as { readonly c?: unknown }).c, 'number');
  });

  it('does not call text beside readings a fault, but tells of a topic that turns from numbers to text', async () => {
    const beside = (isBroken: boolean): DeviceCase => ({
      ...{ family: FAMILY, name: 'text', sensors: [] },
      round: (t) => [
        { topic: 'a/t', payload: isBroken && t > 43 ? 'broken pipe' : wave(t, 20, 3) },
        ...['unit', 'label', 'mode', 'place'].map((name) => ({
          topic: `a/${name}`,
          payload: `some ${name}`,
        })),
      ],
    });
    assert.equal((await runNode(beside(false))).status?.fill, 'green');
    const { status } = await runNode({ ...beside(true), settings: { frameMs: '1000' } });
    assert.equal(status?.fill, 'yellow');
  });
});

describe('the status of a node that reads in a way one may not want', () => {
  afterEach(() => helper.unload());

  const shown = async (text: RegExp): Promise<void> => {
    for (let i = 0; i < 300 && !text.test(statuses().at(-1)?.text ?? ''); i++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.match(statuses().at(-1)?.text ?? '', text);
  };
  const send = async (messages: readonly object[]): Promise<{ out: Message[]; caught: Message[] }> => {
    const { out, caught, completed } = collect();
    for (const [i, message] of messages.entries()) {
      getNode('n1').receive({ ...message });
      while (completed.messages.length + caught.messages.length <= i) await new Promise(setImmediate);
    }
    return { out: out.messages, caught: caught.messages };
  };

  /** Flows of earlier releases may have meant it so. */
  for (const [configVersion, text] of [
    [1, /^learning 1\/40/],
    [2, /^no msg\.site: one shared model/],
  ] as const)
    it(`says of messages without their key what it should (configuration ${configVersion})`, async () => {
      await startFlow(streamFlow('psmf-impute', { configVersion, keyProperty: 'site' }));
      await send([{ topic: 'x', site: 'north', payload: { a: 1, b: 2 } }]);
      assert.doesNotMatch(statuses().at(-1)?.text ?? '', /shared/);
      await send([{ topic: 'x', payload: { a: 1, b: 2 } }]);
      await shown(text);
      assert.equal(statuses().at(-1)?.fill, configVersion === 1 ? 'blue' : 'yellow');
    });

  for (const configVersion of [1, 2])
    it(`says that a number without a topic cannot be read, until one can (configuration ${configVersion})`, async () => {
      await startFlow(streamFlow('psmf-impute', { configVersion }));
      const { caught } = await send([{ payload: 21.5 }, { payload: 21.6 }]);
      assert.equal(caught.length, 2);
      await shown(/^not readable, see the log/);
      await send([{ payload: { a: 1, b: 2 } }]);
      await shown(/^learning/);
    });
});
