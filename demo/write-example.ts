import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createExample } from './dashboard/example';

const ROOT = resolve(__dirname, '..', '..');

/** Writes examples/dashboard.json from what the demo's dashboard is made of. */
writeFileSync(join(ROOT, 'examples', 'dashboard.json'), `${JSON.stringify(createExample(ROOT), null, 2)}\n`);
