import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { createExample } from '../demo/dashboard/example';
import { packageJson, ROOT } from './package-root';

interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly info?: string;
  readonly active?: boolean;
  readonly broker?: string;
  readonly name?: string;
  readonly func?: string;
  readonly wires?: readonly (readonly string[])[];
}

const types = Object.keys(packageJson['node-red'].nodes);
/** What every Node-RED has. */
const CORE = [
  'comment',
  'inject',
  'function',
  'switch',
  'change',
  'debug',
  'mqtt in',
  'mqtt out',
  'complete',
  'catch',
];
/** Of @flowfuse/node-red-dashboard, for the examples that are pictures. */
const DASHBOARD = ['ui-template', 'ui-chart'];
const CONFIGURATION = ['mqtt-broker', 'ui-base', 'ui-theme', 'ui-page', 'ui-group'];
const examples = readdirSync(`${ROOT}/examples`).map((file) => ({
  file,
  flow: JSON.parse(readFileSync(`${ROOT}/examples/${file}`, 'utf8')) as FlowNode[],
}));

describe('the examples', () => {
  for (const type of types) {
    it(`have one for ${type} alone`, () => {
      const example = examples.find(({ file }) => file === `${type}.json`);
      assert.ok(example?.flow.some((node) => node.type === type));
    });
  }

  for (const { file, flow } of examples) {
    it(`${file} is one tab of wired nodes that every Node-RED has, and says what to look at`, () => {
      const ids = new Set(flow.map(({ id }) => id));
      const tabs = new Set(flow.filter(({ type }) => type === 'tab').map(({ id }) => id));
      assert.equal(ids.size, flow.length);
      assert.equal(tabs.size, 1);
      for (const { type, z, broker, wires = [] } of flow) {
        assert.ok(['tab', ...CONFIGURATION, ...DASHBOARD, ...CORE, ...types].includes(type), type);
        assert.ok(type === 'tab' || CONFIGURATION.includes(type) || tabs.has(z ?? ''));
        for (const id of wires.flat()) assert.ok(ids.has(id));
        if (type.startsWith('mqtt ')) assert.ok(ids.has(broker ?? ''));
      }
      const [comment] = flow.filter(({ type }) => type === 'comment');
      assert.ok((comment?.info ?? '').length > 100);
      assert.ok(flow.some(({ type, active }) => DASHBOARD.includes(type) || (type === 'debug' && active)));
    });
  }

  for (const { file, flow } of examples) {
    it(`${file} leads from every psmf node to more than a debug node`, () => {
      const reached = (node: FlowNode, seen = new Set<string>()): string[] =>
        (node.wires ?? []).flat().flatMap((id) => {
          const next = flow.find((each) => each.id === id);
          if (next === undefined || seen.has(id)) return [];
          seen.add(id);
          return [next.type, ...reached(next, seen)];
        });
      for (const node of flow.filter(({ type }) => types.includes(type)))
        assert.notDeepEqual(new Set([...reached(node), 'debug']), new Set(['debug']), node.id);
    });
  }

  it('say in words, as a status, what there is to see', () => {
    const inlet = { inlet: 20.3149 };
    const block = { filled: ['inlet'], lower: { inlet: 19.871 }, upper: { inlet: 20.749 } };
    const forecast = [
      { mean: { temperature: 21.04 }, lower: { temperature: 20.11 }, upper: { temperature: 21.97 } },
    ];
    const msg = {
      ...{
        site: 'site-b',
        raw: inlet,
        truth: inlet,
        payload: { ...inlet, summary: 'flow rose from 3.1 to 4.2' },
      },
      psmf: { impute: block, filter: { forecast } },
    };
    const said = examples.flatMap(({ flow }) =>
      flow
        .filter(({ name }) => name === 'in words')
        .map(({ func = '' }) => {
          let text = '';
          const node = { status: (status: { text: string }) => (text = status.text) };
          runInNewContext(`(function () {${func}\n})()`, { msg, node });
          return text;
        }),
    );
    assert.deepEqual(said.sort(), [
      'flow rose from 3.1 to 4.2',
      'inlet 20.31 (19.87 to 20.75)',
      'inlet 20.31 (19.87 to 20.75)',
      'inlet 20.31 (19.87 to 20.75)',
      'inlet: read 20.31, denoised 20.31, truth 20.31',
      'site-b: inlet 20.31 (19.87 to 20.75)',
      'temperature in 24 h: 21 (20.1 to 22)',
    ]);
  });

  it('dashboard.json is the dashboard of the demo: npm run build && node dist/demo/write-example.js', () => {
    const example = examples.find(({ file }) => file === 'dashboard.json');
    assert.deepEqual(example?.flow, createExample(ROOT));
  });
});
