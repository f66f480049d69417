// Minifies the compiled kernels: they are half a megabyte of sums that nobody reads, and a gateway downloads them. Names stay,
// as short ones would be drawn anew for each rank, and the compressed package would be the larger for it.
import { readFileSync, writeFileSync } from 'node:fs';
import { minify } from 'terser';

const OPTIONS = { compress: { defaults: false, join_vars: true }, mangle: false };

export async function minifyKernels(files) {
  for (const file of files) writeFileSync(file, (await minify(readFileSync(file, 'utf8'), OPTIONS)).code);
}
