import assert from 'node:assert/strict';
import { collect, getNode, helper, startFlow, streamFlow, type StreamType } from '../nodes/flow';
import { Random } from '../support/random';
import { Folder, lines, psmf } from './run';

const names = ['inlet', 'outlet', 'flow'];
const START = Date.UTC(2026, 0, 1);

const rows = new Random(5).frames(200, names.length, 2, 0.1).map((frame, k) => ({
  time: START + 60_000 * k,
  readings: Array.from(frame, (value) => (Number.isNaN(value) ? NaN : Number(value.toFixed(3)))),
}));
const cell = (value: number): string | number => (Number.isNaN(value) ? '' : value);
const wide = lines([['time', ...names], ...rows.map(({ time, readings }) => [time, ...readings.map(cell)])]);
const long = lines([
  ['time', 'sensor', 'value'],
  ...rows.flatMap(({ time, readings }) =>
    readings.map((value, j) => [new Date(time).toISOString(), names[j], cell(value)]),
  ),
]);

interface State {
  readonly seq: number;
  readonly time: number;
  readonly data: string;
  readonly meta: {
    readonly names: readonly string[];
    readonly config: object;
    readonly extra: object;
    readonly clock: Record<string, unknown>;
  };
}

/** What a node exports that got the rows as messages. */
async function stateOfNode(type: StreamType): Promise<State> {
  await startFlow(streamFlow(type, { configVersion: 2 }));
  const { out } = collect();
  for (const { time, readings } of rows)
    getNode('n1').receive({
      payload: Object.fromEntries(
        names.map((name, j) => [name, Number.isNaN(readings[j]) ? null : readings[j]]),
      ),
      timestamp: time,
    });
  getNode('n1').receive({ payload: '', export: true });
  const messages = await out.reach(rows.length + 1);
  await helper.unload();
  return messages[rows.length].payload as State;
}

describe('psmf learn', () => {
  const folder = new Folder();
  after(() => folder.remove());

  for (const node of ['impute', 'filter', 'changepoint'] as const) {
    it(`writes what a psmf-${node} node that got the same frames has, bit by bit`, async () => {
      const state = await stateOfNode(`psmf-${node}`);
      for (const [name, text] of [
        ['wide.csv', wide],
        ['long.csv', long],
      ] as const) {
        const output = folder.file(`${node}.json`);
        const { code, stderr } = psmf([
          'learn',
          folder.write(name, text),
          '--time',
          'time',
          '--node',
          node,
          '-o',
          output,
        ]);
        assert.equal(code, 0, stderr);
        const learned = JSON.parse(folder.read(`${node}.json`)) as State;
        assert.ok(learned.data === state.data, name);
        assert.deepEqual(
          [learned.seq, learned.time, learned.meta.names, learned.meta.config],
          [state.seq, state.time, state.meta.names, state.meta.config],
        );
        const { arrival: own, ...clock } = learned.meta.clock;
        const { arrival: other, ...expected } = state.meta.clock;
        assert.deepEqual(clock, expected);
        assert.equal(typeof own, typeof other);
      }
    });
  }

  it('is taken by a node as msg.import', async () => {
    const { stdout } = psmf(['learn', folder.write('in.csv', wide)]);
    await startFlow(streamFlow('psmf-impute', { configVersion: 2, allowImport: true }));
    const { out } = collect();
    getNode('n1').receive({ payload: '', import: stdout });
    getNode('n1').receive({ payload: { inlet: null, outlet: 1, flow: 0 } });
    const [msg] = await out.reach(1);
    assert.deepEqual((msg.psmf?.impute as { filled: string[]; phase: string; seq: number }).filled, [
      'inlet',
    ]);
    assert.equal((msg.psmf?.impute as { seq: number }).seq, rows.length + 1);
    await helper.unload();
  });

  it('says what is wrong', () => {
    assert.match(psmf(['learn', folder.write('in.csv', wide), '--node', 'other']).stderr, /node/);
    assert.match(
      psmf(['learn', folder.write('in.csv', wide), '--long']).stderr,
      /--long needs a column of names/,
    );
    const unclear = long
      .replace('sensor,value', 'sensor,value,other')
      .replaceAll('\n', ',1\n')
      .replace('other,1', 'other');
    assert.match(psmf(['learn', folder.write('long.csv', unclear)]).stderr, /one reading in each row/);
    assert.equal(psmf(['learn', '--help']).code, 0);
  });
});
