import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../package-root';
import { takeBadInput } from './bad-input';
import { joinAndLeave } from './joining';
import { learnAlone } from './reference';
import { runScenario, type Outcome, type Scenario } from './scenario';

const NO_FAULTS = { kills: 0, rabbitMqRestarts: 0, redisRestarts: 0, freezes: 0 };
const SMALL: Scenario = {
  ...{ sites: 12, sensors: 12, partitions: 6, frames: 400, workers: 3, heartbeatSeconds: 5 },
  faults: { kills: 4, rabbitMqRestarts: 1, redisRestarts: 1, freezes: 1 },
};
const FULL: Scenario = {
  ...{ sites: 64, sensors: 12, partitions: 16, frames: 3125, workers: 3, heartbeatSeconds: 5 },
  faults: { kills: 20, rabbitMqRestarts: 3, redisRestarts: 3, freezes: 3 },
};

interface Row {
  readonly name: string;
  readonly scenario: Scenario;
  /** Whether every site has to be exact; else something has to be found. */
  readonly isExact: boolean;
}

const rowsOf = (size: Scenario): Row[] => [
  { name: 'exact', scenario: size, isExact: true },
  {
    name: 'done-at-once',
    scenario: {
      ...size,
      faults: { ...NO_FAULTS, kills: size.faults.kills },
      worker: { doneWhenSaved: false },
    },
    isExact: false,
  },
  {
    name: 'not-fenced',
    scenario: {
      ...size,
      faults: { ...NO_FAULTS, freezes: size.faults.freezes + 2 },
      worker: { fenced: false },
    },
    isExact: false,
  },
];

/** What is tried beside the comparisons; throws where a promise is broken. */
const others: Readonly<Record<string, (size: Scenario) => Promise<string>>> = {
  'join-and-leave': (size) => joinAndLeave({ ...size, partitions: 16, sites: Math.max(16, size.sites) }),
  'bad-input': takeBadInput,
};

const names = [...rowsOf(SMALL).map(({ name }) => name), ...Object.keys(others)];
/** Whether a few kills find a loss is a matter of chance: what must break is tried in full runs, and by name. */
const SURE = names.filter((name) => name !== 'done-at-once' && name !== 'not-fenced');
const USAGE = `Usage: npm run test:cluster -- [--full] [--only NAME]...\nNames: ${names.join(', ')}`;

const TITLES: Readonly<Record<string, string>> = {
  exact: 'kills, restarts of both engines, freezes, one clock wrong by an hour',
  'done-at-once': '_Done when saved_ off, kills',
  'not-fenced': 'fencing off, freezes',
  'join-and-leave': 'a worker joins, one leaves under load',
  'bad-input': 'poison messages, topics without a partition, a queue of another kind',
};

interface Kept {
  readonly title: string;
  readonly figures: string;
  readonly verdict: string;
}

const FOLDER = join(ROOT, '.cache', 'cluster');
const TABLE = /<!-- measured -->[^]*<!-- \/measured -->/;

/** Puts a result of a full run beside those of other rows, and all of them into docs/scale.md. */
function keep(name: string, result: Kept): void {
  const file = join(FOLDER, 'results.json');
  mkdirSync(FOLDER, { recursive: true });
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Kept>) : {};
  kept[name] = result;
  writeFileSync(file, JSON.stringify(kept, null, 2));
  const rows = names.filter((each) => Object.hasOwn(kept, each)).map((each) => kept[each]);
  const lines = rows.map(({ title, figures, verdict }) => `| ${title} | ${figures} | ${verdict} |`);
  const table = ['| what | measured | |', '| --- | --- | --- |', ...lines].join('\n');
  const page = join(ROOT, 'docs', 'scale.md');
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace(TABLE, `<!-- measured -->\n\n${table}\n\n<!-- /measured -->`));
}

async function main(args: readonly string[]): Promise<number> {
  const options = { full: { type: 'boolean' }, only: { type: 'string', multiple: true } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const only = values.only ?? (values.full ? names : SURE);
  if (only.some((name) => !names.includes(name))) {
    console.error(USAGE);
    return 2;
  }
  const size = values.full ? FULL : SMALL;
  let isHeld = true;
  const isFull = values.full ?? false;
  for (const row of rowsOf(size))
    if (only.includes(row.name)) isHeld = (await compare(row, isFull)) && isHeld;
  for (const [name, run] of Object.entries(others)) {
    if (!only.includes(name)) continue;
    console.log(`${name}:`);
    const figures = await run(size);
    console.log(`  ${figures}\n  held`);
    if (isFull) keep(name, { title: TITLES[name], figures, verdict: 'held' });
  }
  return isHeld ? 0 : 1;
}

async function compare({ name, scenario, isExact }: Row, isFull: boolean): Promise<boolean> {
  const { sites, frames, sensors, partitions, workers } = scenario;
  console.log(
    `${name}: ${sites} sites, ${sites * frames} frames, ${partitions} partitions, ${workers} workers`,
  );
  const reference = await learnAlone(sites, frames, sensors);
  const outcome = await runScenario(scenario, reference, (line) => console.log(`  ${line}`));
  const isWhole = outcome.equal === sites && outcome.matched === sites * frames;
  const figures = describe(outcome, sites * frames);
  const verdict = isWhole !== isExact ? 'BROKEN' : isExact ? 'held' : 'found, as it must be';
  console.log(`  ${figures}\n  ${verdict}`);
  if (isFull) keep(name, { title: TITLES[name], figures, verdict });
  keepLog(name, outcome.log);
  return isWhole === isExact;
}

const describe = (outcome: Outcome, frames: number): string =>
  `${outcome.equal} of ${outcome.sites} sites bit-equal (frames missing ${outcome.missing}, learned twice ${outcome.surplus}, ` +
  `other numbers ${outcome.different}); ${outcome.matched} of ${frames} answers equal; ${outcome.faults} faults, ` +
  `${outcome.late} late answers, ${outcome.framesPerSave.toFixed(0)} frames a snapshot, ${outcome.seconds.toFixed(0)} s`;

function keepLog(name: string, log: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.log`), log);
}

void main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
