import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createExample } from '../demo/dashboard/example';
import { packageJson, ROOT } from './package-root';

interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly info?: string;
  readonly active?: boolean;
  readonly broker?: string;
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

  it('dashboard.json is the dashboard of the demo: npm run build && node dist/demo/write-example.js', () => {
    const example = examples.find(({ file }) => file === 'dashboard.json');
    assert.deepEqual(example?.flow, createExample(ROOT));
  });
});
