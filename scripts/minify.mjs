// Minifies what a gateway downloads: the compiled core and nodes with their source maps, and the live view's scripts. Names of
// functions and classes stay, and lines stay short, so that an error still says where it was; local names are shortened.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minify } from 'terser';

const OPTIONS = {
  compress: { defaults: false, join_vars: true },
  format: { max_line_len: 160, ecma: 2020 },
};
const ARROW_FUNCTION = /(\w+) = (?:async )?(?:\(|\w+ =>)/g;
/** Stands for # while terser works, which shortens every private name, methods too: a letter of names that no source has. */
const PRIVATE = 'ℵ';

/**
 * Unrolled code repeats itself by its names: shortened by how often each occurs in a function, they no longer match from one
 * rank to the next, and it packs to a third more.
 */
const isUnrolled = (file) => file.endsWith('kernels.js');

const shortenedNames = (source) => ({
  toplevel: true,
  keep_fnames: true,
  keep_classnames: true,
  reserved: Array.from(source.matchAll(ARROW_FUNCTION), ([, name]) => name),
});

export async function minifyFolders(folders) {
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true }))
      if (name.endsWith('.js')) await minifyFile(join(folder, name));
}

async function minifyFile(file) {
  const map = `${file}.map`;
  const sourceMap = existsSync(map) && { content: readFileSync(map, 'utf8'), url: basename(map) };
  const source = readFileSync(file, 'utf8').replaceAll(/#(?=\w)/g, PRIVATE);
  const mangle = isUnrolled(file) ? false : shortenedNames(source);
  const result = await minify({ [basename(file)]: source }, { ...OPTIONS, mangle, sourceMap });
  writeFileSync(file, result.code.replaceAll(PRIVATE, '#'));
  if (sourceMap) writeFileSync(map, result.map.replaceAll(PRIVATE, '#'));
}
