// Minifies what a gateway downloads: the bundled core and nodes, and the live view's scripts. Names of functions and classes stay,
// and lines stay short, so that an error still says where it was; local names are shortened.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minify } from 'terser';

/** What is written shorter and does the same, function by function: nothing moves from one to another, which V8 would optimise otherwise. */
const COMPRESS = {
  defaults: false,
  join_vars: true,
  booleans: true,
  sequences: true,
  conditionals: true,
  if_return: true,
};
const ARROW_FUNCTION = /(\w+) = (?:async )?(?:\((?:[^()]|\([^()]*\))*\)|\w+) =>/g;
const PRIVATE_METHOD = /#(\w+)\(/g;
/** Stands for the # of methods while terser works, which shortens every private name: a letter of names that no source has. */
const PRIVATE = 'ℵ';

/**
 * Unrolled code repeats itself by its names: shortened by how often each occurs in a function, they no longer match from one
 * rank to the next, and it packs to a third more. Lines cut at a width do not match either.
 */
const isUnrolled = (file) => file.endsWith('kernels.js');

/** What the entry exports is found by reading it, when it is imported by name: it stays as it was compiled. */
const isEntry = (file) => file.endsWith(join('src', 'index.js'));

const shortenedNames = (source) => ({
  toplevel: true,
  keep_fnames: true,
  keep_classnames: true,
  reserved: Array.from(source.matchAll(ARROW_FUNCTION), ([, name]) => name),
});

function keepMethodNames(source) {
  const methods = new Set(Array.from(source.matchAll(PRIVATE_METHOD), ([, name]) => name));
  return source.replaceAll(/#(\w+)/g, (whole, name) => (methods.has(name) ? `${PRIVATE}${name}` : whole));
}

export async function minifyFolders(folders) {
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true }))
      if (name.endsWith('.js') && !isEntry(join(folder, name))) await minifyFile(join(folder, name));
}

async function minifyFile(file) {
  const source = keepMethodNames(readFileSync(file, 'utf8'));
  const options = isUnrolled(file)
    ? { mangle: false }
    : { mangle: shortenedNames(source), format: { max_line_len: 2000, ecma: 2020 } };
  const result = await minify({ [basename(file)]: source }, { compress: COMPRESS, ...options });
  writeFileSync(file, result.code.replaceAll(PRIVATE, '#'));
}
