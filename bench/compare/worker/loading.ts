import { createRequire } from 'node:module';
import { join } from 'node:path';
import { nodeFiles } from './node-files';
import { cpuTime } from './cpu-time';
import { residentBytes } from './resident';
import { serve } from './serve';

/** The three nodes loaded once, in a process that has loaded nothing of the package before. */
serve(async (root) => {
  const load = createRequire(join(root, 'package.json'));
  const files = Object.values(nodeFiles(root));
  const before = await residentBytes();
  const start = process.hrtime.bigint();
  const cpu = cpuTime(() => files.forEach((file) => void load(`./${file}`)));
  const wall = Number(process.hrtime.bigint() - start);
  const bytes = (await residentBytes()) - before;
  return { gauges: { cpuMs: () => cpu / 1e3, wallMs: () => wall / 1e6, bytes: () => bytes } };
});
