import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageJson, ROOT } from '../package-root';
import { cases } from './cases';
import {
  FIXTURES,
  FLOWS,
  MANIFEST,
  readContext,
  readFlow,
  STORES,
  type Manifest,
  type StoredModel,
} from './fixture';
import { createFlow } from './flow-file';
import { messageFor, stampAll } from './message';
import { applyMishap } from './mishaps';
import type { NodeCase, Phase } from './node-case';
import { Running } from './running';
import { MAIN, simulate, timeOf } from './stream';

/** Frames in one message. */
const BATCH = 100;
const SAMPLE = [0, 29, 199, 499];

/**
 * Writes what a user of this version would have: a flow file and context files, made by a real Node-RED. State of a version that
 * exists is never written again: what users of it have will not change either.
 */
async function main(): Promise<void> {
  const folder = join(FIXTURES, packageJson.version);
  if (existsSync(folder))
    throw new Error(
      `There is state of version ${packageJson.version} already: ${folder} is never rewritten.`,
    );
  const userDir = mkdtempSync(join(tmpdir(), 'psmf-upgrade-'));
  try {
    await learn(userDir);
    finish(userDir);
    refusePaths(userDir, [userDir, ROOT]);
    mkdirSync(folder, { recursive: true });
    for (const part of [FLOWS, MANIFEST, ...Object.values(STORES)])
      await cp(join(userDir, part), join(folder, part), { recursive: true });
    console.log(`Wrote ${folder}.`);
  } finally {
    rmSync(userDir, { recursive: true, force: true });
  }
}

/** The way of a node's settings: one step for most. */
const phasesOf = ({ history, settings, lessons }: NodeCase): readonly Phase[] =>
  history ?? [{ settings, lessons }];

async function learn(userDir: string): Promise<void> {
  writeFileSync(join(userDir, FLOWS), '[]');
  const running = await Running.start(userDir);
  const rounds = Math.max(...cases.map((entry) => phasesOf(entry).length));
  for (let round = 0; round < rounds; round++) {
    const now = cases.map((entry) => ({ ...entry, ...(phasesOf(entry)[round] ?? phasesOf(entry).at(-1)) }));
    await running.red.deploy(createFlow(now), round === 0 ? 'full' : 'nodes');
    for (const entry of cases) {
      const phase = phasesOf(entry).at(round);
      if (phase !== undefined) await teach(running, entry, phase);
    }
  }
  await running.red.stop();
}

async function teach(running: Running, { tab, id }: NodeCase, { settings, lessons }: Phase): Promise<void> {
  for (const { key, seed, frames, silent = 0 } of lessons) {
    const read = simulate(frames, seed).map((frame, t) =>
      t < frames - silent ? frame : { ...frame, flow: null },
    );
    const stream = stampAll(settings, read, timeOf);
    for (let i = 0; i < frames; i += BATCH)
      await running.ask(tab, id, messageFor(settings, key, stream.slice(i, i + BATCH)));
  }
}

/** What no Node-RED would do by itself, in its own way of writing; and the list of what there is. */
function finish(folder: string): void {
  const settingsOf = new Map(cases.map(({ id, settings }) => [id, settings]));
  const flow = readFlow(folder).map((node) => ({ ...node, ...settingsOf.get(node.id) }));
  write(join(folder, FLOWS), flow);
  for (const tab of new Set(cases.filter(({ mishap }) => mishap !== undefined).map((entry) => entry.tab))) {
    const values = { ...readContext(folder, tab) };
    for (const entry of cases) if (entry.tab === tab) applyMishap(values, entry);
    write(join(folder, STORES.default, tab, 'flow.json'), values);
  }
  const manifest: Manifest = {
    version: packageJson.version,
    nodeRed: (createRequire(__filename)('node-red/package.json') as { version: string }).version,
    models: cases.flatMap((entry) =>
      entry.lessons.map((lesson) => ({
        ...{ tab: entry.tab, node: entry.id, type: entry.type, ...lesson },
        ...{ mishap: entry.mishap, other: otherOf(entry) },
      })),
    ),
    sample: [MAIN, MAIN + 1].flatMap((seed) =>
      SAMPLE.map((index) => ({ seed, index, frame: simulate(index + 1, seed)[index] })),
    ),
  };
  write(join(folder, MANIFEST), manifest);
}

/** What stands beside the model in use. */
function otherOf({ history, lessons }: NodeCase): StoredModel['other'] {
  const other = history?.find((phase) => phase.lessons[0].frames !== lessons[0].frames);
  return other && { settings: other.settings, frames: other.lessons[0].frames };
}

const write = (file: string, value: unknown): void => writeFileSync(file, JSON.stringify(value, null, 4));

/** Nothing of the machine it was made on. */
function refusePaths(folder: string, paths: readonly string[]): void {
  const tabs = new Set(cases.map(({ tab }) => tab));
  const contexts = Object.values(STORES).flatMap((store) =>
    [...tabs].map((tab) => `${store}/${tab}/flow.json`),
  );
  for (const name of [FLOWS, MANIFEST, ...contexts].filter((file) => existsSync(join(folder, file)))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const found = paths.find((path) => text.includes(path));
    if (found !== undefined) throw new Error(`${name} names ${found}, a folder of this machine.`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
