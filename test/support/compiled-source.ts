import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../package-root';

const { compilerOptions } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), (file) =>
  readFileSync(file, 'utf8'),
).config as { compilerOptions: object };
const { options } = ts.convertCompilerOptionsFromJson({ ...compilerOptions, sourceMap: false }, ROOT);

/** A compiled module of src as TypeScript gives it, before it is minified; `file` ends in .js. */
export function compiledSource(file: string): string {
  const fileName = path.join(ROOT, 'src', file.replace(/\.js$/, '.ts'));
  return ts.transpileModule(readFileSync(fileName, 'utf8'), { compilerOptions: options, fileName })
    .outputText;
}
