import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startNodeRed } from '../demo/node-red';
import { median } from '../src/scale/median';
import { readSwitches } from './command-line';
import { createRoutes, FUNCTIONS, PASS_FORM, PASS_NODE, ROUTES, type Route } from './nodes/flow';
import { Finish, measureCpu } from './nodes/measure';
import { Progress } from './progress';
import { table } from './table';

const ROOT = resolve(__dirname, '..', '..');
const BATCH = 500;
/** Most function hops a message may cost. */
const BARS: Partial<Record<Route, number>> = { 'psmf-filter': 4, 'psmf-impute': 4, 'psmf-changepoint': 6 };
const MQTT_BATCH = 2000;

/**
 * What a message of 20 sensors costs in each node of a real Node-RED, beyond a node that does nothing, in units of one hop
 * through a core function node of the same run; and messages a second over MQTT. Exit code 1 on a missed bar, 2 on wrong usage.
 */
async function main(args: readonly string[]): Promise<number> {
  const switches = readSwitches(args, ['quick', 'json']);
  if (typeof switches === 'string') {
    console.error(switches);
    return 2;
  }
  const frames = switches.quick ? 10_000 : 100_000;
  const mqttRounds = switches.quick ? 3 : 10;
  const progress = new Progress(frames / BATCH + mqttRounds);
  const userDir = mkdtempSync(join(tmpdir(), 'psmf-bench-'));
  const publisher = fork(join(__dirname, 'nodes', 'publish.js'));
  const [{ port }] = (await once(publisher, 'message')) as [{ port: number }];
  mkdirSync(join(userDir, 'nodes'));
  writeFileSync(join(userDir, 'nodes', 'bench-pass.js'), PASS_NODE);
  writeFileSync(join(userDir, 'nodes', 'bench-pass.html'), PASS_FORM);
  writeFileSync(join(userDir, 'flows.json'), JSON.stringify(createRoutes(port)));
  const red = await startNodeRed(userDir, ROOT, 0);
  const finish = new Finish();
  const costs = await measureCpu(finish, frames, BATCH, () => progress.advance('CPU time'));
  const rates = await measureRates(finish, publisher, mqttRounds, () => progress.advance('MQTT'));
  progress.clear();
  await red.close();
  publisher.disconnect();
  rmSync(userDir, { recursive: true, force: true });
  const results = summarise(costs, rates);
  console.log(switches.json ? JSON.stringify({ frames, results }) : format(frames, results));
  return results.some(({ hops, bar }) => bar !== null && !((hops ?? NaN) <= bar)) ? 1 : 0;
}

/** Messages a second, one entry for each round; the routes take turns. */
async function measureRates(
  finish: Finish,
  publisher: ChildProcess,
  rounds: number,
  done: () => void,
): Promise<Map<Route, number[]>> {
  const rates = new Map<Route, number[]>(ROUTES.map((route) => [route, []]));
  for (let round = 0; round < rounds; round++) {
    for (const route of ROUTES) {
      const start = process.hrtime.bigint();
      await finish.reach(route, MQTT_BATCH, () =>
        publisher.send({ topic: `bench/${route}`, count: MQTT_BATCH }),
      );
      rates.get(route)?.push((MQTT_BATCH * 1e9) / Number(process.hrtime.bigint() - start));
    }
    done();
  }
  return rates;
}

interface Result {
  readonly route: Route;
  readonly microseconds: number;
  readonly hops: number | null;
  readonly bar: number | null;
  readonly perSecond: number;
}

/** Medians over the rounds, so that a pause of the machine does not count. */
function summarise(costs: Map<Route, number[]>, rates: Map<Route, number[]>): Result[] {
  const cost = (route: Route): number => median(costs.get(route) ?? []);
  const hop = (cost('functions') - cost('pass')) / FUNCTIONS;
  return ROUTES.map((route) => ({
    route,
    microseconds: cost(route),
    hops: route === 'pass' ? null : (cost(route) - cost('pass')) / hop,
    bar: BARS[route] ?? null,
    perSecond: median(rates.get(route) ?? []),
  }));
}

function format(frames: number, results: readonly Result[]): string {
  const rows = results.map(({ route, microseconds, hops, bar, perSecond }) => [
    ...[route, microseconds.toFixed(1), hops?.toFixed(2) ?? '-', bar === null ? '-' : `<= ${bar}`],
    ...[hops === null || bar === null ? '-' : hops <= bar ? 'pass' : 'MISSED', perSecond.toFixed(0)],
  ]);
  const names = ['route', 'CPU us/message', 'function hops', 'bar', 'verdict', 'MQTT messages/s'];
  return `${frames} frames of 20 sensors through each route; ${FUNCTIONS} function nodes in a row, so that one hop can be told\n${table(names, rows)}`;
}

void main(process.argv.slice(2)).then((code) => process.exit(code));
