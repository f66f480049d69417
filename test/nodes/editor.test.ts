import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { NamedFilter } from '../../src/frame/named-filter';
import { readFilterOptions, readKeepingOptions, type FilterDef } from '../../nodes/adapter/options';
import { ROOT } from '../package-root';

interface Setting {
  readonly value: unknown;
  readonly validate?: (this: object, value: unknown, opt: object) => boolean | string;
}
type Definition = { readonly defaults: Readonly<Record<string, Setting>> };

/** Runs the form's script as the editor would and gives back what it registers. */
function readDefinition(type: string): Definition {
  const html = readFileSync(`${ROOT}/nodes/${type}.html`, 'utf8');
  const script = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const registered = new Map<string, Definition>();
  const registerType = (name: string, definition: Definition): unknown => registered.set(name, definition);
  runInNewContext(script, { RED: { nodes: { registerType } } });
  const definition = registered.get(type);
  assert.ok(definition);
  return definition;
}

describe("psmf-filter: the editor's checks", () => {
  const { defaults } = readDefinition('psmf-filter');
  const settings = Object.entries(defaults);
  const node = { _def: { _: (key: string) => key } };
  const check = (name: string, value: unknown): boolean | string =>
    defaults[name].validate?.call(node, value, {}) ?? true;
  const runtimeTakes = (name: string, value: unknown): boolean => {
    try {
      const def = { [name]: value } as unknown as FilterDef;
      readKeepingOptions(def);
      return new NamedFilter(readFilterOptions(def)).seq === 0;
    } catch {
      return false;
    }
  };

  it('accept every default, and so does the node', () => {
    for (const [name, { value }] of settings) {
      assert.equal(check(name, value), true, name);
      assert.ok(runtimeTakes(name, value), name);
    }
  });

  it('are the defaults of the node', () => {
    const shown = Object.fromEntries(settings.map(([name, { value }]) => [name, value]));
    assert.deepEqual(readFilterOptions(shown as unknown as FilterDef), readFilterOptions({} as FilterDef));
    assert.deepEqual(readKeepingOptions(shown as unknown as FilterDef), readKeepingOptions({} as FilterDef));
  });

  const values: readonly (readonly [string, readonly unknown[]])[] = [
    ['rank', ['', '1', '256', 8, '0', '-1', '1.5', '257', 'x']],
    ['R', ['', '0.5', '1e-3', '0', '-1', 'x']],
    ['Q', ['', '0', '0.5', '-1', 'x']],
    ['V0', ['', '0', '2', '-0.1', 'x']],
    ['saveSeconds', ['', '1', '86400', '0.5', '0', '86401', 'x']],
  ];
  for (const [name, candidates] of values) {
    it(`agree with the node about ${name}, and give a reason`, () => {
      for (const value of candidates) {
        const expected = runtimeTakes(name, value) ? true : `psmf-filter.error.${name}`;
        assert.equal(check(name, value), expected, `${name} ${JSON.stringify(value)}`);
      }
    });
  }
});
