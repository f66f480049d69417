// Puts the editor's files beside the compiled nodes. What all nodes have in common is written once, in nodes/form, and goes
// into the pages and labels of each: a page that loads a script from a file would stop the whole editor if that file
// could not be fetched.
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const LANGUAGES = ['en-US', 'de', 'ja'];
/** What the editor need not load: indents, and comments on lines of their own. */
const INDENT_OR_COMMENT = /^[ \t]+(?:\/\*\*.*\*\/\n\s*)?/gm;
const read = (file) => readFileSync(file, 'utf8');
const readJson = (file) => JSON.parse(read(file));

export function assembleEditor(source, target) {
  const isElsewhere = (file) => /^(form|view.editor)/.test(relative(source, file));
  const isAsset = (file) => !/\.(ts|md)$/.test(file) && !isElsewhere(file);
  cpSync(source, target, { recursive: true, filter: isAsset });

  const list = (folder, ending) =>
    readdirSync(`${target}/${folder}`)
      .filter((file) => file.endsWith(ending))
      .map((file) => `${target}/${folder}/${file}`);
  const insertParts = (page) => {
    const whole = read(page).replace(/(?:<!--|\/\*) include (\S+) (?:-->|\*\/)/g, (_, part) =>
      read(`${source}/${part}`).trimEnd(),
    );
    writeFileSync(page, whole.replace(/<!-- row (\w+) (\w+) ?(.*?) -->/g, writeRow));
  };

  for (const page of list('.', '.html')) {
    insertParts(page);
    writeFileSync(page, read(page).replace(INDENT_OR_COMMENT, ''));
  }
  for (const language of LANGUAGES) {
    list(`locales/${language}`, '.html').forEach(insertParts);
    const common = readJson(`${source}/form/labels/${language}.json`);
    for (const file of list(`locales/${language}`, '.json')) {
      writeFileSync(file, JSON.stringify(mergeLabels(common, readJson(file))));
    }
  }
}

/**
 * `<!-- row text maxGap icon=bolt placeholder=unlimited class=psmf-rhythm -->`: a setting with its label and hint. Kinds: text,
 * short, box, and choice with its options in `of=a,b`; a row that needs more is written out.
 */
function writeRow(_, kind, name, rest) {
  const {
    icon,
    placeholder,
    class: classes,
    of,
  } = Object.fromEntries(rest.split(' ').map((part) => part.split('=')));
  const id = `node-input-${name}`;
  const hint = placeholder ? ` data-i18n="[placeholder]placeholder.${placeholder}"` : '';
  const options = (of ?? '')
    .split(',')
    .map((value) => `<option value="${value}" data-i18n="option.${name}.${value}"></option>`)
    .join('');
  const controls = {
    text: `<input type="text" id="${id}" class="psmf-wide"${hint} />`,
    short: `<input type="text" id="${id}" class="psmf-short"${hint} />`,
    box: `<input type="checkbox" id="${id}" />`,
    choice: `<select id="${id}">${of ? options : ''}</select>`,
  };
  const picture = icon ? `<i class="fa fa-${icon}"></i> ` : '';
  return (
    `<div class="form-row${classes ? ` ${classes}` : ''}">` +
    `<label for="${id}">${picture}<span data-i18n="label.${name}"></span></label>` +
    `${controls[kind]}<div class="psmf-hint" data-i18n="hint.${name}"></div></div>`
  );
}

/** Labels come in groups: label, hint, option, placeholder, error, port. */
function mergeLabels(common, own) {
  const groups = Object.keys({ ...common, ...own });
  return Object.fromEntries(groups.map((group) => [group, { ...common[group], ...own[group] }]));
}
