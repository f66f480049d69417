import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { posix } from 'node:path';
import { packageJson, ROOT } from './package-root';

const nodes = Object.entries(packageJson['node-red'].nodes);

describe('package.json', () => {
  it('says what the flow library wants to know', () => {
    assert.equal(packageJson.license, 'MIT');
    assert.ok(existsSync(`${ROOT}/LICENSE`));
    assert.match(packageJson.name, /^@[a-z-]+\/node-red-[a-z-]+$/);
    assert.match(packageJson.version, /^\d+\.\d+\.\d+$/);
    assert.ok(packageJson.description.length > 20);
    assert.ok(packageJson.keywords.includes('node-red'));
    assert.match(packageJson.engines.node, /^>=\d+/);
    assert.match(packageJson['node-red'].version, /^>=\d+\.\d+\.\d+$/);
  });

  it('has few dependencies, from the registry, and none that comes with Node.js or Node-RED', () => {
    const dependencies = Object.entries(packageJson.dependencies);
    assert.ok(dependencies.length <= 6);
    assert.deepEqual(
      dependencies.filter(([, range]) => !/^[\^~]?\d+\.\d+\.\d+$/.test(range)),
      [],
    );
    const given = ['node-red', ...builtinModules];
    assert.deepEqual(
      dependencies.filter(([name]) => given.includes(name)),
      [],
    );
  });

  it('runs nothing when installed', () => {
    const installScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    assert.deepEqual(
      installScripts.filter((name) => Object.hasOwn(packageJson.scripts, name)),
      [],
    );
  });

  it('brings one command, which takes no name from another', () => {
    assert.deepEqual(Object.keys(packageJson.bin), ['psmf']);
  });

  it('names its nodes by their types, psmf- and a word', () => {
    assert.ok(nodes.length > 0);
    for (const [name, file] of nodes) {
      assert.match(name, /^psmf-[a-z]+$/);
      assert.equal(file, `lib/nodes/${name}.js`);
    }
  });

  it('is required and imported by its name, and by no path into it but that of package.json', async () => {
    const require = createRequire(`${ROOT}/package.json`);
    assert.equal(require.resolve(packageJson.name), `${ROOT}/${packageJson.main}`);
    assert.equal(require.resolve(`${packageJson.name}/package.json`), `${ROOT}/package.json`);
    assert.throws(() => require.resolve(`${packageJson.name}/lib/src/index.js`), {
      code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
    });
    const imported = (await import(packageJson.name)) as { AdaptiveModel?: { name: string } };
    assert.equal(imported.AdaptiveModel?.name, 'AdaptiveModel');
  });

  it('loads what a node needs late or never where it is first used, not with the nodes', () => {
    const script = `
      const files = ${JSON.stringify(nodes.map(([, file]) => `${ROOT}/${file}`))};
      files.forEach((file) => require(file));
      const isLoaded = () => Object.keys(require.cache).some((file) => /[\\\\/]ml-matrix[\\\\/]/.test(file));
      const before = isLoaded();
      const { PsmfFilter } = require(${JSON.stringify(`${ROOT}/${packageJson.main}`)});
      new PsmfFilter({ sensors: 2, rank: 2, V0: [[1, 0], [0, 1]] });
      console.log(JSON.stringify([before, isLoaded()]));`;
    const options = { encoding: 'utf8' } as const;
    assert.deepEqual(JSON.parse(execFileSync(process.execPath, ['-e', script], options)), [false, true]);
  });

  it('names everything that is installed with it in the third-party notices', () => {
    const { packages } = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8')) as {
      packages: Record<string, { license: string; dependencies?: Record<string, string> }>;
    };
    const notices = new Map(
      readFileSync(`${ROOT}/THIRD-PARTY-NOTICES.md`, 'utf8')
        .split('\n')
        .map((line) => line.split('|').map((cell) => cell.trim()))
        .map(([, name, ...rest]) => [name, rest]),
    );
    const check = ([name, range]: [string, string]): void => {
      const { license, dependencies = {} } = packages[`node_modules/${name}`];
      assert.deepEqual(notices.get(name)?.slice(0, 2), [range, license]);
      assert.match(notices.get(name)?.[2] ?? '', /^Copyright \([cC]\) \d{4}/);
      Object.entries(dependencies).forEach(check);
    };
    Object.entries(packageJson.dependencies).forEach(check);
    assert.ok(packageJson.files.includes('THIRD-PARTY-NOTICES.md'));
  });

  it('links only to what is packed: on npm there is nothing else', () => {
    const packed = packageJson.files.filter((file) => file.endsWith('.md')).concat('README.md');
    const links = packed.flatMap((file) =>
      [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(/(?<!!)\[[^\]]*\]\(([^)#]*)[^)]*\)/g)].map(
        ([, target]) => (/^(https:|$)/.test(target) ? target : posix.join(posix.dirname(file), target)),
      ),
    );
    assert.deepEqual(
      links.filter((target) => !/^(https:|$)/.test(target) && !packed.includes(target)),
      [],
    );
  });

  it('points to files that the build makes', () => {
    const { main, types, bin } = packageJson;
    const files = [main, types, ...Object.values(bin), ...nodes.map(([, file]) => file)];
    assert.deepEqual(
      files.filter((file) => !existsSync(`${ROOT}/${file}`)),
      [],
    );
  });
});
