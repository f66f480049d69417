// Takes the blanks out of the compiled kernels: they are half a megabyte of sums that nobody reads, and a gateway downloads them.
// Nothing in them but sums and products, so blanks around these signs, and at the beginning of lines, mean nothing; and
// declarations that follow one another can share a keyword.
import { readFileSync, writeFileSync } from 'node:fs';

export function squeezeKernels(files) {
  for (const file of files) {
    const squeezed = readFileSync(file, 'utf8')
      .replace(/^ +/gm, '')
      .replace(/ ([*+=]|[-+*]=) /g, '$1')
      .replace(/^(const|let) [^\n]*;$(?:\n\1 [^\n]*;$)+/gm, joinDeclarations);
    writeFileSync(file, squeezed);
  }
}

/** const a=1;const b=2; becomes const a=1,b=2; */
function joinDeclarations(lines, keyword) {
  return lines.replaceAll(`;\n${keyword} `, ',');
}
