// Minifies what a gateway downloads: the compiled core and nodes with their source maps, and the live view's scripts. Names
// stay, and lines stay short, so that an error still says where it was.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minify } from 'terser';

const OPTIONS = {
  compress: { defaults: false, join_vars: true },
  mangle: false,
  format: { max_line_len: 160 },
};

export async function minifyFolders(folders) {
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true }))
      if (name.endsWith('.js')) await minifyFile(join(folder, name));
}

async function minifyFile(file) {
  const map = `${file}.map`;
  const sourceMap = existsSync(map) && { content: readFileSync(map, 'utf8'), url: basename(map) };
  const source = { [basename(file)]: readFileSync(file, 'utf8') };
  const result = await minify(source, { ...OPTIONS, sourceMap });
  writeFileSync(file, result.code);
  if (sourceMap) writeFileSync(map, result.map);
}
