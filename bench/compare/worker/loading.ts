import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NODE_TYPES } from './node-types';
import { cpuTime } from './cpu-time';
import { residentBytes } from './resident';
import { serve } from './serve';

/** The three nodes loaded once, in a process that has loaded nothing of the package before. */
serve(async (root) => {
  const load = createRequire(join(root, 'package.json'));
  const before = await residentBytes();
  const start = process.hrtime.bigint();
  const cpu = cpuTime(() => NODE_TYPES.forEach((type) => void load(`./dist/nodes/${type}.js`)));
  const wall = Number(process.hrtime.bigint() - start);
  const bytes = (await residentBytes()) - before;
  return { gauges: { cpuMs: () => cpu / 1e3, wallMs: () => wall / 1e6, bytes: () => bytes } };
});
