// Puts the editor's files beside the compiled nodes. What all nodes have in common is written once, in nodes/form, and goes
// into the pages and labels of each: a page that loads a script from a file would stop the whole editor if that file
// could not be fetched.
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const LANGUAGES = ['en-US', 'de', 'ja'];
const read = (file) => readFileSync(file, 'utf8');
const readJson = (file) => JSON.parse(read(file));

export function assembleEditor(source, target) {
  const isElsewhere = (file) => /^(form|view.editor)/.test(relative(source, file));
  const isAsset = (file) => !file.endsWith('.ts') && !isElsewhere(file);
  cpSync(source, target, { recursive: true, filter: isAsset });

  const list = (folder, ending) =>
    readdirSync(`${target}/${folder}`)
      .filter((file) => file.endsWith(ending))
      .map((file) => `${target}/${folder}/${file}`);
  const insertParts = (page) =>
    writeFileSync(
      page,
      read(page).replace(/(?:<!--|\/\*) include (\S+) (?:-->|\*\/)/g, (_, part) =>
        read(`${source}/${part}`).trimEnd(),
      ),
    );

  list('.', '.html').forEach(insertParts);
  for (const language of LANGUAGES) {
    list(`locales/${language}`, '.html').forEach(insertParts);
    const common = readJson(`${source}/form/labels/${language}.json`);
    for (const file of list(`locales/${language}`, '.json')) {
      writeFileSync(file, JSON.stringify(mergeLabels(common, readJson(file))));
    }
  }
}

/** Labels come in groups: label, hint, option, placeholder, error, port. */
function mergeLabels(common, own) {
  const groups = Object.keys({ ...common, ...own });
  return Object.fromEntries(groups.map((group) => [group, { ...common[group], ...own[group] }]));
}
