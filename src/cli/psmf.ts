#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PsmfError } from '../errors';
import { changepoints } from './changepoints-command';
import { doctor } from './doctor-command';
import { evaluateCommand } from './evaluate-command';
import { Failure, quote, unwritable, usage } from './failure';
import { filter } from './filter-command';
import { impute } from './impute-command';
import { learn } from './learn-command';

const HELP = `Usage: psmf <command> file.csv [options]

Sensor recordings that heal themselves: learns row by row how the sensors of a CSV file move together.

  psmf impute in.csv -o out.csv    fill the gaps
  psmf filter in.csv -o out.csv    take the noise away, and look ahead
  psmf changepoints in.csv         find when something changed, and in which sensors
  psmf evaluate in.csv             will it work on my sensors? hides known values and compares

  psmf learn in.csv -o model.json  learn a history: the state a node starts from

  psmf doctor USERDIR              look for damage in the state that flows keep in files, and mend it

  psmf <command> --help            the options of a command
  psmf --version

A CSV file has a row for each point in time and a column for each sensor, separated by commas, semicolons,
tabs or spaces. A header and a first column of dates or times are recognised (--time NAME or none overrides);
empty, nan and NA are gaps, and so is text among numbers. - is standard input or output.
`;

const commands = new Map([
  ['impute', impute],
  ['filter', filter],
  ['changepoints', changepoints],
  ['evaluate', evaluateCommand],
  ['learn', learn],
  ['doctor', doctor],
]);

async function run(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined) throw usage('Which command? Try psmf --help.');
  if (name === '--help' || name === '-h' || name === 'help') return void process.stdout.write(HELP);
  if (name === '--version' || name === '-v') return void process.stdout.write(`${readVersion()}\n`);
  const command = commands.get(name);
  if (!command)
    throw usage(
      `There is no command ${quote(name)}: choose ${[...commands.keys()].join(', ')}, or try psmf --help.`,
    );
  try {
    await command(rest);
  } catch (error) {
    if (error instanceof Failure && error.exitCode === 2)
      throw usage(`${error.message} See psmf ${name} --help.`);
    throw error;
  }
}

function readVersion(): string {
  const file = path.resolve(__dirname, '../../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** One sentence for what the user can put right; the whole trace for a mistake of ours. */
function report(error: unknown): void {
  if (error instanceof Failure || error instanceof PsmfError)
    process.stderr.write(`psmf: ${error.message}\n`);
  else
    process.stderr.write(`psmf: unexpected error. ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = error instanceof Failure ? error.exitCode : 1;
}

// A reader that has seen enough (psmf ... | head) closes the pipe: no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  report(unwritable('standard output', error));
  process.exit();
});

void run(process.argv.slice(2)).catch(report);
