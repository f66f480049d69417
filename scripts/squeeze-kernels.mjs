// Takes the blanks out of the compiled kernels: they are half a megabyte of sums that nobody reads, and a gateway downloads them.
// Nothing in them but sums and products, so blanks around these signs, and at the beginning of lines, mean nothing.
import { readFileSync, writeFileSync } from 'node:fs';

export function squeezeKernels(files) {
  for (const file of files) {
    const squeezed = readFileSync(file, 'utf8')
      .replace(/^ +/gm, '')
      .replace(/ ([*+=]|[-+*]=) /g, '$1');
    writeFileSync(file, squeezed);
  }
}
