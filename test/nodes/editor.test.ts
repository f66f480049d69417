import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { NodeAPI } from 'node-red';
import { methodNames, sensitivities } from '../../src/change';
import { dynamicsNames } from '../../src/stream/dynamics-plan';
import { DEFAULT_LEAVE_OUT } from '../../src/frame/leave-out';
import { filterModels } from '../../src/stream/filter-options';
import { readFilterSettings, readLimitSettings } from '../../nodes/runtime/filter-settings';
import { readSettings, type StreamDef } from '../../nodes/runtime/settings';
import { ChangeModel } from '../../src/stream/change-model';
import { FilterModel } from '../../src/stream/filter-model';
import { ImputeModel } from '../../src/stream/impute-model';
import { choiceOr, numberOr, textOr } from '../../nodes/runtime/setting-values';
import { ROOT } from '../package-root';
import { runtimeApi } from './runtime-api';

interface Setting {
  readonly value: unknown;
  readonly validate?: (this: object, value: unknown, opt: object) => boolean | string;
}
interface Definition {
  readonly defaults: Readonly<Record<string, Setting>>;
  readonly outputs: number;
  outputLabels(this: object, index: number): string;
}

const STORES = ['default', 'files'];
const contextStorage = { default: { module: 'memory' }, files: { module: 'localfilesystem' } };
const RED = { ...runtimeApi, settings: { contextStorage } } as unknown as NodeAPI;

function isExpression(text: string): boolean {
  try {
    RED.util.normalisePropertyExpression(text);
    return true;
  } catch {
    return false;
  }
}

/** Runs the page's scripts as the editor would and gives back what they register. */
function readDefinition(type: string): Definition {
  const html = readFileSync(`${ROOT}/dist/nodes/${type}.html`, 'utf8');
  const scripts = [...html.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)];
  const registered = new Map<string, Definition>();
  const editor = {
    nodes: { registerType: (name: string, definition: Definition) => registered.set(name, definition) },
    utils: { validatePropertyExpression: isExpression },
    settings: { context: { stores: STORES } },
  };
  runInNewContext(scripts.map(([, script]) => script).join('\n'), { RED: editor });
  const definition = registered.get(type);
  assert.ok(definition);
  return definition;
}

/** What the node makes of its own settings; throws where it refuses them. */
const nodes: Readonly<Record<string, (def: StreamDef) => object>> = {
  'psmf-filter'(def) {
    const options = { ...readFilterSettings(def), limits: readLimitSettings(def) };
    assert.equal(new FilterModel(options).seq, 0);
    return options;
  },
  'psmf-impute'(def) {
    const options = { maxGap: numberOr('maxGap', def.maxGap, undefined) };
    assert.equal(new ImputeModel(options).seq, 0);
    return options;
  },
  'psmf-changepoint'(def) {
    const options = {
      method: choiceOr('method', def.method, 'calibrated', methodNames),
      smallestChange: textOr('smallestChange', def.smallestChange, ''),
    };
    assert.equal(new ChangeModel(options).seq, 0);
    return options;
  },
};
describe('what the editor leaves out', () => {
  it('is what the core leaves out', () => {
    for (const type of Object.keys(nodes))
      assert.equal(readDefinition(type).defaults.leaveOut.value, DEFAULT_LEAVE_OUT.join(', '));
  });
});

const keepsGoing = (type: string): boolean => type === 'psmf-impute';

const COMMON_VALUES: readonly (readonly [string, readonly unknown[]])[] = [
  ['property', ['', 'payload', 'payload.values[0]', 'payload..x', 'a b', '[']],
  ['nameProperty', ['', 'topic', 'payload["a b"]', 'topic.']],
  ['timeProperty', ['', 'timestamp', 'payload.t', '.t']],
  ['keyProperty', ['', 'site', 'payload.site', 'site[']],
  ['messageIs', ['automatic', 'whole', 'part']],
  ['leaveOut', ['', 'a', 'a*, b/*']],
  ['sensors', ['', 'a', 'a, b', 'a\nb', 'a, b, a', 'a,,b', 'x'.repeat(256), 'x'.repeat(257)]],
  ['frameMs', ['', '1', '2147483647', '0', '0.5', '2147483648', 'x']],
  ['maxSensors', ['', '1', '100000', 1024, '0', '1.5', '100001', 'x']],
  ['maxMemoryMB', ['', '1', '64', '0.5', '1000001', 'x']],
  ['maxModels', ['', '1', '100000', 1000, '0', '1.5', '100001', 'x']],
  ['decimals', ['', '0', '15', '16', '-1', '1.5', 'x']],
  ['saveSeconds', ['', '1', '86400', '0.5', '0', '86401', 'x', '0x10', ' 5']],
  ['saveAfter', ['', '1', '100000', 100, '0', '1.5', '100001', 'x']],
  ['store', ['', 'files', 'default', 'elsewhere']],
];
const OWN_VALUES: Readonly<Record<string, typeof COMMON_VALUES>> = {
  'psmf-filter': [
    ['horizon', ['', '0', '1000', 5, '-1', '1.5', '1001', 'x']],
    ['rank', ['', '1', '256', 8, '0', '-1', '1.5', '257', 'x']],
    ['R', ['', '0.5', '1e-3', '0', '-1', 'x']],
    ['Q', ['', '0', '0.5', '-1', 'x']],
    ['V0', ['', '0', '2', '-0.1', 'x']],
    ['periodSeconds', ['', '86400', '0.5', 60, '0', '-1', 'x']],
    ['harmonics', ['', '1', '24', 4, '0', '25', '1.5', 'x']],
    [
      'limits',
      [
        '',
        'a: > 1',
        '"a, b": < 2, c:>1e3',
        '"a, b: < 2',
        '"a: < 2',
        '"a""": < 2',
        'a:b: < 2',
        'a, b: > 1',
        ': > 1',
        'a: 1',
        'a: > x',
      ],
    ],
  ],
  'psmf-impute': [['maxGap', ['', '1', '100', '0', '-1', '1.5', 'x']]],
  'psmf-changepoint': [
    [
      'smallestChange',
      ['', 'a: 1', '"a, b": 2 %, c: up', '"a, b: 2', '"a: 2', 'a:b: 2', 'a, b: 2', ': 1', '"": 1', 'a: x'],
    ],
  ],
};

for (const [type, build] of Object.entries(nodes)) {
  describe(`${type}: the editor's checks`, () => {
    const definition = readDefinition(type);
    const { defaults } = definition;
    const settings = Object.entries(defaults);
    const node = { _def: { _: (key: string) => key } };
    const check = (name: string, value: unknown): boolean | string =>
      defaults[name].validate?.call(node, value, {}) ?? true;
    /** The numbers of the paper's models count only if one of them is chosen, those of a rhythm only with one. */
    const contextOf = (name: string): object => {
      if (type !== 'psmf-filter') return {};
      if (name === 'limits') return { horizon: 10, configVersion: 1 };
      const isOfRhythm = name === 'periodSeconds' || name === 'harmonics';
      return { model: 'rpsmf', configVersion: 1, dynamics: isOfRhythm ? 'seasonal' : 'random-walk' };
    };
    const runtimeTakes = (name: string, value: unknown): boolean => {
      try {
        const def = { ...contextOf(name), [name]: value } as unknown as StreamDef;
        readSettings(RED, def, keepsGoing(type));
        build(def);
        return true;
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

    it('accept a setting that is absent, as in a flow of an older version', () => {
      for (const [name] of settings) assert.equal(check(name, undefined), true, name);
    });

    it('have the defaults of the node', () => {
      const shown = Object.fromEntries(
        settings.map(([name, { value }]) => [name, value]),
      ) as unknown as StreamDef;
      const read = (def: StreamDef): unknown => {
        const common = readSettings(RED, def, keepsGoing(type));
        const paths = [common.property, common.name, common.time, common.key].map((path) => path?.expression);
        const { format, maxModels, saveMs, store, allowImport, assembly, sensors } = common;
        const listed = sensors.configured;
        const rounded = common.round(Math.PI);
        return { paths, format, maxModels, saveMs, store, allowImport, assembly, listed, rounded };
      };
      assert.deepEqual(read(shown), read({} as StreamDef));
      assert.deepEqual(build(shown), build({} as StreamDef));
    });

    for (const [name, candidates] of [...COMMON_VALUES, ...OWN_VALUES[type]]) {
      it(`agree with the node about ${name}, and give a reason`, () => {
        for (const value of candidates) {
          const verdict = check(name, value);
          assert.equal(verdict === true, runtimeTakes(name, value), `${name} ${JSON.stringify(value)}`);
          if (verdict !== true) assert.match(String(verdict), /^error\.\w+$/);
        }
      });
    }

    if (type === 'psmf-filter') {
      for (const [dynamics, harmonics, taken, refused] of [
        ['seasonal', 4, ['', 13, '13'], [14, '256']],
        ['seasonal', '', [13], [14]],
        ['seasonal', '1', [40, 256], []],
        ['seasonal', 24, ['', 2], [3, 8]],
        ['periodic', 24, ['', 120], [121]],
        ['fourier', 4, ['120'], ['121', 256]],
        ['affine', 24, [256], []],
        ['matern', 24, [256], []],
      ] as const) {
        it(`agree with the node about rank and harmonics together: ${dynamics}, ${harmonics || 'blank'}`, () => {
          const def = { model: 'rpsmf', configVersion: 1, standardise: true, dynamics, harmonics };
          const judge = (rank: unknown): unknown =>
            defaults.rank.validate?.call({ ...node, ...def }, rank, {});
          const start = (rank: unknown): object => build({ ...def, rank } as unknown as StreamDef);
          for (const rank of taken) {
            assert.equal(judge(rank), true);
            assert.doesNotThrow(() => start(rank));
          }
          for (const rank of refused) {
            assert.equal(judge(rank), 'error.entries');
            assert.throws(() => start(rank), /expected at most 120, got/);
          }
        });
      }
    }

    it('go with port labels that follow the mode', () => {
      const labelsOf = (mode: object): string => {
        const ports = Array.from({ length: definition.outputs }, (_, i) => i);
        const self = { _: (key: string) => key, ...mode };
        return ports.map((i) => definition.outputLabels.call(self, i)).join();
      };
      assert.notEqual(labelsOf({ format: 'same' }), labelsOf({ format: 'chart' }));
      const modes = { horizon: 5, detail: 'all', method: 'pelt-values' };
      assert.notEqual(labelsOf({}), labelsOf(modes));
    });
  });
}

describe('the choices in the forms', () => {
  const optionsOf = (type: string, name: string): string[] => {
    const html = readFileSync(`${ROOT}/dist/nodes/${type}.html`, 'utf8');
    return [...html.matchAll(new RegExp(`value="([^"]+)" data-i18n="option\\.${name}\\.`, 'g'))].map(
      ([, value]) => value,
    );
  };
  for (const [type, name, known] of [
    ['psmf-filter', 'model', filterModels],
    ['psmf-filter', 'dynamics', dynamicsNames],
    ['psmf-changepoint', 'method', methodNames],
    ['psmf-changepoint', 'sensitivity', [...sensitivities, 'custom']],
  ] as const) {
    it(`offer every ${name} of ${type}`, () => {
      assert.deepEqual(optionsOf(type, name).sort(), [...known].sort());
    });
  }

  it('offer dynamics that the filter takes', () => {
    const offered = optionsOf('psmf-filter', 'dynamics');
    assert.ok(offered.length >= 3);
    for (const dynamics of offered) {
      const def = { model: 'psmf', dynamics, configVersion: 1 } as unknown as StreamDef;
      assert.equal(new FilterModel(readFilterSettings(def)).seq, 0);
    }
  });
});
