import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../package-root';
import { takeBadInput } from './bad-input';
import type { Comparison } from './comparison';
import { measureCosts, type Costs, type Size } from './cost';
import { joinAndLeave } from './joining';
import { visitManySites } from './many-sites';
import { learnAlone } from './reference';
import { runScenario, type Scenario } from './scenario';
import { describeSizing } from './sizing';
import type { Proof } from './trial';
import { killBetweenLearningAndSaving, wakeWithAnOldWrite } from './worst-moments';

const SMALL: Scenario = {
  ...{ sites: 12, sensors: 12, partitions: 6, frames: 250, workers: 3, heartbeatSeconds: 5 },
  mostMs: 600_000,
  faults: { kills: 4, rabbitMqRestarts: 1, redisRestarts: 1, freezes: 1 },
};
const FULL: Scenario = {
  ...{ sites: 64, sensors: 12, partitions: 16, frames: 3125, workers: 3, heartbeatSeconds: 5 },
  mostMs: 5_400_000,
  faults: { kills: 20, rabbitMqRestarts: 3, redisRestarts: 3, freezes: 3 },
};

const MANY_SITES = 10_000;
const FEWER_SITES = 1000;

/** What is tried; gives back the figures, and throws where a promise is broken. */
const rows: Readonly<Record<string, (size: Scenario) => Promise<string>>> = {
  exact: learnThroughFaults,
  'done-at-once': async () => describeProof('_Done when saved_', await killBetweenLearningAndSaving()),
  'not-fenced': async () => describeProof('fencing', await wakeWithAnOldWrite()),
  'join-and-leave': (size) => joinAndLeave({ ...size, partitions: 16, sites: Math.max(16, size.sites) }),
  'bad-input': takeBadInput,
  'many-sites': ({ frames }) => visitManySites(frames === FULL.frames ? MANY_SITES : FEWER_SITES),
  cost: compareCosts,
};

const names = Object.keys(rows);
/** They take long, and a machine that has time for them. */
const ONLY_FULL = ['cost', 'many-sites'];
const USAGE = `Usage: npm run test:cluster -- [--full] [--only NAME]... [--frames OF A SITE]\nNames: ${names.join(', ')}`;

const TITLES: Readonly<Record<string, string>> = {
  exact: 'kills, restarts of both engines, freezes, one clock wrong by an hour',
  'done-at-once': 'a kill between learning and saving, with _Done when saved_ and without',
  'not-fenced': 'a worker that wakes up with an old write, with fencing and without',
  'join-and-leave': 'a worker joins, one leaves under load',
  'many-sites': 'ten times as many sites as models in memory, one worker',
  cost: 'CPU of a worker against one Node-RED over mosquitto with a file store',
  'bad-input':
    'poison messages, topics without a partition, a queue of another kind, two workers for one partition',
};

const HELD = 'held';

interface Kept {
  readonly title: string;
  readonly figures: string;
  readonly verdict: string;
}

const FOLDER = join(ROOT, '.cache', 'cluster');

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
  writeBetween('measured', table);
}

/** Between two marks of docs/scale.md. */
function writeBetween(mark: string, table: string): void {
  const page = join(ROOT, 'docs', 'scale.md');
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [before, rest] = readFileSync(page, 'utf8').split(begin);
  writeFileSync(page, `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1]}`);
}

async function main(args: readonly string[]): Promise<number> {
  const options = {
    full: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    frames: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { full = false } = values;
  const only = values.only ?? names.filter((name) => full || !ONLY_FULL.includes(name));
  const usual = full ? FULL : SMALL;
  const frames = Number(values.frames ?? usual.frames);
  if (only.some((name) => !names.includes(name)) || !(frames >= 100)) {
    console.error(USAGE);
    return 2;
  }
  let isHeld = true;
  for (const name of only) {
    const start = Date.now();
    console.log(`${name}: ${TITLES[name]}`);
    const result = await run(name, { ...usual, frames });
    console.log(`  ${result.figures}\n  ${result.verdict}, ${((Date.now() - start) / 1000).toFixed(0)} s`);
    if (full) keep(name, result);
    isHeld &&= result.verdict === HELD;
  }
  return isHeld ? 0 : 1;
}

async function run(name: string, size: Scenario): Promise<Kept> {
  const title = TITLES[name];
  const tooLong = setTimeout(() => {
    console.error(`  ${name} has not ended within ${size.mostMs / 60_000} minutes`);
    process.exit(1);
  }, size.mostMs);
  try {
    return { title, figures: await rows[name](size), verdict: HELD };
  } catch (error) {
    return { title, figures: error instanceof Error ? error.message : String(error), verdict: 'BROKEN' };
  } finally {
    clearTimeout(tooLong);
  }
}

async function learnThroughFaults(scenario: Scenario): Promise<string> {
  const { sites, frames, sensors, partitions, workers } = scenario;
  console.log(`  ${sites} sites, ${sites * frames} frames, ${partitions} partitions, ${workers} workers`);
  const reference = await learnAlone(sites, frames, sensors);
  const outcome = await runScenario(scenario, reference, (line) => console.log(`  ${line}`));
  keepLog('exact', outcome.log);
  const figures =
    `${describeStates(outcome)}; ${outcome.matched} of ${sites * frames} answers equal; ${outcome.faults} faults, ` +
    `${outcome.late} late answers, ${outcome.framesPerSave.toFixed(0)} frames a snapshot, ${outcome.seconds.toFixed(0)} s`;
  if (outcome.equal !== sites || outcome.matched !== sites * frames) throw new Error(figures);
  return figures;
}

/** The fault has to do harm without the safeguard, and none with it. */
function describeProof(safeguard: string, { withIt, without }: Proof): string {
  const figures = `with ${safeguard}: ${describeStates(withIt)}; without: ${describeStates(without)}`;
  if (withIt.equal !== withIt.sites || without.equal === without.sites) throw new Error(figures);
  return figures;
}

const COSTLY: readonly Size[] = [
  { sites: 8, sensors: 12 },
  { sites: 4, sensors: 100 },
];
const MOST_TIMES = 2.5;
const LEAST_FRAMES_A_SNAPSHOT = 20;

/** A worker may take so many times the CPU of one Node-RED over mosquitto, and writes a snapshot for so many frames at full load. */
async function compareCosts(): Promise<string> {
  const measured: Costs[] = [];
  for (const size of COSTLY) {
    const costs = await measureCosts(size);
    console.log(`  ${describeCosts(costs)}`);
    measured.push(costs);
  }
  const figures = measured.map(describeCosts).join('; ');
  const isHeld = (each: Costs): boolean =>
    each.worker <= MOST_TIMES * each.gateway && each.framesASnapshot >= LEAST_FRAMES_A_SNAPSHOT;
  if (!measured.every(isHeld)) throw new Error(figures);
  writeBetween('sizing', describeSizing(measured));
  return figures;
}

const describeCosts = (costs: Costs): string =>
  `${costs.sensors} sensors: ${costs.worker.toFixed(0)} µs of CPU a frame in a worker, ${costs.gateway.toFixed(0)} over mosquitto with a file store ` +
  `(${(costs.worker / costs.gateway).toFixed(2)} times), ${costs.savedAlone.toFixed(0)} where each frame is saved by itself; RabbitMQ ${costs.rabbitMq.toFixed(0)}, ` +
  `Redis ${costs.redis.toFixed(0)}; ${costs.framesASnapshot.toFixed(0)} frames a snapshot of ${(costs.storedBytes / 1000).toFixed(0)} kB`;

const describeStates = ({ equal, sites, missing, surplus, different }: Comparison): string =>
  `${equal} of ${sites} sites bit-equal (frames missing ${missing}, learned twice ${surplus}, other numbers ${different})`;

function keepLog(name: string, log: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.log`), log);
}

// What was started ends with this process (demo/cluster/left-behind.ts).
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
void main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
