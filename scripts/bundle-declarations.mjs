// One declaration file of all that the package's entry names, in place of those of every module: what nobody can import is
// described to nobody.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

export async function bundleDeclarations(directory, entry) {
  const file = join(directory, entry);
  const bundle = await rollup({ input: file, plugins: [dts()] });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  for (const name of readdirSync(directory, { recursive: true }))
    if (name.endsWith('.d.ts')) rmSync(join(directory, name));
  writeFileSync(file, output[0].code);
}
