import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { streamTypes, type StreamType } from '../nodes/flow';
import { packageJson, ROOT } from '../package-root';
import { assertKept } from './kept';
import { CHOICES, EXPORTS, OUTPUTS, SETTINGS } from './surface';

interface Definition {
  readonly defaults: object;
  readonly outputs: number;
}

const readPage = (type: StreamType): string =>
  readFileSync(`${ROOT}/${packageJson['node-red'].nodes[type].replace(/\.js$/, '.html')}`, 'utf8');

/** What the page registers in the editor. */
function readDefinition(type: StreamType): Definition {
  const scripts = [...readPage(type).matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)];
  const registered = new Map<string, Definition>();
  const nodes = { registerType: (name: string, definition: Definition) => registered.set(name, definition) };
  runInNewContext(scripts.map(([, script]) => script).join('\n'), { RED: { nodes } });
  const definition = registered.get(type);
  assert.ok(definition, `${type} is not registered`);
  return definition;
}

describe('what flows and programs hold on to', () => {
  it('the package exports all that it did', () => {
    const exported = createRequire(__filename)(`${ROOT}/${packageJson.main}`) as object;
    assertKept('Exports of the package', EXPORTS, Object.keys(exported));
  });

  it('the node types are all there', () => {
    assertKept('Node types', Object.keys(SETTINGS), Object.keys(packageJson['node-red'].nodes));
  });

  for (const type of streamTypes) {
    it(`${type} has every setting that flows were saved with, and as many outputs`, () => {
      const { defaults, outputs } = readDefinition(type);
      assertKept(`Settings of ${type}`, SETTINGS[type], Object.keys(defaults));
      assert.ok(outputs >= OUTPUTS[type], `${type} has ${outputs} outputs, fewer than flows have wires`);
    });

    it(`${type} offers every choice that flows were saved with`, () => {
      for (const [setting, frozen] of Object.entries(CHOICES[type] as Record<string, readonly string[]>)) {
        const select = new RegExp(`<select id="node-input-${setting}">([\\s\\S]*?)</select>`).exec(
          readPage(type),
        );
        const offered = [...(select?.[1] ?? '').matchAll(/<option value="([^"]*)"/g)].map(
          ([, value]) => value,
        );
        assertKept(`Values of ${setting} of ${type}`, frozen, offered);
      }
    });
  }
});
