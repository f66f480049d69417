// One declaration file of all that the package's entry names, in place of those of every module: what nobody can import is
// described to nobody.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

export async function bundleDeclarations(source, target, entry) {
  const bundle = await rollup({ input: join(source, entry), plugins: [dts()] });
  await bundle.write({ format: 'es', file: join(target, entry) });
  await bundle.close();
  for (const name of readdirSync(source, { recursive: true }))
    if (name.endsWith('.d.ts')) rmSync(join(source, name));
}
