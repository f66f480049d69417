import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { readArguments } from './command-line';
import { listContextFiles, moveAside, readContextFile, replaceFile } from './doctor/context-files';
import { findDamage, renameDamaged } from './doctor/kept-models';
import { Failure, quote, usage } from './failure';

const DOCTOR_HELP = `Usage: psmf doctor USERDIR [--fix]

Looks at the state that flows keep in files below USERDIR/context, and names what is damaged: a file that is
not JSON, for which the flows would not even start, an empty one, and a model that its node could not go on from, now or
with its former settings (..._previous).
Stop the flows first: they write these files from memory.

      --fix    put the damaged parts aside, so that everything else goes on: a file is renamed to
               *.damaged-<time>, a model moves to a key of its own that ends in _damaged
  -h, --help

Exit code: 0 nothing is damaged, 1 something is, mended or not, or the work failed, 2 wrong usage.
`;

const options = { fix: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

export function doctor(args: readonly string[]): Promise<void> {
  const { values, files } = readArguments(args, options);
  if (values.help) return Promise.resolve(void process.stdout.write(DOCTOR_HELP));
  if (files.length === 0) throw usage('Which folder? Name the user folder of the flows.');
  if (files.length > 1) throw usage(`One folder at a time, please: got ${files.map(quote).join(' and ')}.`);
  const [userDir] = files;
  if (!existsSync(userDir) || !statSync(userDir).isDirectory())
    throw new Failure(`There is no folder ${quote(userDir)}.`);
  const context = path.join(userDir, 'context');
  const found = existsSync(context) ? listContextFiles(context) : [];
  const damaged = found.map((file) => examine(file, values.fix === true)).reduce((sum, n) => sum + n, 0);
  const checked = found.length === 1 ? '1 context file' : `${found.length} context files`;
  process.stdout.write(`${checked}, ${damaged === 0 ? 'nothing damaged' : `${damaged} damaged`}.\n`);
  if (damaged > 0) process.exitCode = 1;
  return Promise.resolve();
}

/** Reports, and mends if wanted, one file; how much is damaged in it. */
function examine(file: string, fix: boolean): number {
  const say = (what: string, where: string | null): void =>
    void process.stdout.write(`${file}: ${what}${where === null ? '' : `\n  now ${where}`}\n`);
  const values = readContextFile(file);
  if (typeof values === 'string') {
    say(values, fix ? moveAside(file, new Date()) : null);
    return 1;
  }
  const damage = findDamage(values);
  if (damage.length === 0) return 0;
  const mended = renameDamaged(values, damage);
  if (fix) replaceFile(file, mended.values);
  for (const { key, reason } of damage)
    say(`${key}: ${reason}`, fix ? `under ${mended.names.get(key)}` : null);
  return damage.length;
}
