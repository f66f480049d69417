import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startBroker } from './broker';
import { DASHBOARD } from './dashboard/example';
import { createFlow } from './flow';
import { HOST } from './listen';
import { startNodeRed } from './node-red';
import { Plant } from './plant';
import { startPublisher } from './publisher';

const ROOT = resolve(__dirname, '..', '..');
const USER_DIR = process.env.DEMO_DIR ?? join(ROOT, '.demo');

/**
 * The demo: broker, plant and Node-RED in one process. PORT (1880) is where the editor is wanted, SPEED (5) the frames of the
 * plant in a second. The flow is written anew each time; what the nodes have learned stays in DEMO_DIR (.demo).
 */
async function main(): Promise<void> {
  const wanted = readNumber('PORT', 1880, 0, 65535);
  const speed = readNumber('SPEED', 5, 0.1, 50);
  const learnedUntil = lastKeptAt();
  const broker = await startBroker();
  mkdirSync(USER_DIR, { recursive: true });
  writeFileSync(join(USER_DIR, 'flows.json'), JSON.stringify(createFlow(ROOT, broker.port), null, 2));
  const red = await startNodeRed(USER_DIR, ROOT, wanted);
  const publisher = await startPublisher(broker.port, speed, new Plant(), learnedUntil);
  if (red.port !== wanted && wanted !== 0) console.log(`Port ${wanted} is taken; using ${red.port}.`);
  console.log(`Editor:    http://${HOST}:${red.port}/`);
  console.log(`Dashboard: http://${HOST}:${red.port}/dashboard/psmf`);
  console.log(`Broker:    mqtt://${HOST}:${broker.port}, topics plant/#, ${speed} frames a second`);
  console.log('Ctrl-C stops all.');
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => resolve(name));
  });
  console.log(`${signal}: stopping.`);
  await publisher.close();
  await red.close();
  await broker.close();
}

/** When the nodes of a run before last kept what they had learned; 0 if there was none. */
function lastKeptAt(): number {
  const kept = join(USER_DIR, 'context', DASHBOARD.tab, 'flow.json');
  return statSync(kept, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function readNumber(name: string, usual: number, least: number, most: number): number {
  const text = process.env[name];
  const value = text === undefined || text.trim() === '' ? usual : Number(text);
  if (value >= least && value <= most) return value;
  throw new Error(`${name}: expected a number from ${least} to ${most}, got ${JSON.stringify(text)}.`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
