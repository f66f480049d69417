import assert from 'node:assert/strict';
import { readdirSync, watch } from 'node:fs';
import { nextUniform } from '../../src/random';
import { pause, type Fault } from './fault';
import { withEach } from './installations';
import { SAVE_SECONDS } from './load-flow';
import { FLUSH_SECONDS, Rig } from './rig';

const PROMISED_MS = 1000 * (SAVE_SECONDS + FLUSH_SECONDS);
const BALLAST = 8_000_000;

interface Loss {
  /** The oldest frame that was lost, in ms before the kill. */
  worstMs: number;
}

/** Kills and starts again; every node has to go on from what it had learned a little earlier. */
async function killOnce(rig: Rig, safe: Map<string, number>, loss: Loss): Promise<void> {
  const gone = rig.red.kill();
  const killed = Date.now();
  await gone;
  await pause(50);
  const before = new Map(rig.heard);
  rig.heard.clear();
  await rig.startRed();
  await rig.hear(1);
  assert.deepEqual(rig.red.warnings, []);
  for (const [topic, all] of before) {
    const owed = Math.max(
      safe.get(topic) ?? 0,
      ...all.filter(({ at }) => at <= killed - PROMISED_MS).map(({ seq }) => seq),
    );
    const first = rig.heard.get(topic)?.[0].seq ?? NaN;
    assert.ok(first > owed, `${topic}: ${owed} should have been on disk, went on with ${first}`);
    const lost = all.find(({ seq }) => seq >= first);
    if (lost !== undefined) loss.worstMs = Math.max(loss.worstMs, killed - lost.at);
    safe.set(topic, first - 1);
  }
}

const describeLoss = (times: number, { worstMs }: Loss): string =>
  `loaded ${times}/${times}, at most the last ${(worstMs / 1000).toFixed(2)} s lost`;

export const kills: Fault = {
  name: 'kills',
  title: 'kill -9 under load, file store, saveSeconds and flushInterval 1 s',
  promise: 'loads every time; loss at most saveSeconds + flush (2 s); seq continues',
  run: (size) =>
    withEach(async (installation) => {
      const times = size.pick(3, 50);
      const random = Float64Array.of(3);
      const rig = await Rig.start(installation);
      const loss = { worstMs: 0 };
      const safe = new Map<string, number>();
      for (let i = 0; i < times; i++) {
        await pause(500 + (i === 0 ? 4000 : 2500) * nextUniform(random, 0));
        await killOnce(rig, safe, loss);
      }
      const onDisk = [...safe.values()];
      await rig.stop();
      assert.ok(
        onDisk.every((seq) => seq > 0),
        'nothing was ever loaded',
      );
      return describeLoss(times, loss);
    }),
};

/** Resolves when a context file is being written. */
function writing(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_event, file) => {
      if (file === null || !file.endsWith('.tmp')) return;
      watcher.close();
      resolve();
    });
  });
}

const drafts = (folder: string): number => readdirSync(folder).filter((file) => file.endsWith('.tmp')).length;

export const killsWhileWriting: Fault = {
  name: 'kills-while-writing',
  title: 'kill -9 while a context file is being written',
  promise: 'the same',
  run: (size) =>
    withEach(async (installation) => {
      const times = size.pick(2, 20);
      const rig = await Rig.start(installation, BALLAST);
      const loss = { worstMs: 0 };
      const safe = new Map<string, number>();
      let hits = 0;
      let tries = 0;
      for (; hits < times && tries < 4 * times; tries++) {
        const unfinished = drafts(rig.contextDir);
        await writing(rig.contextDir);
        await killOnce(rig, safe, loss);
        if (drafts(rig.contextDir) > unfinished) hits += 1;
      }
      await rig.stop();
      assert.ok(hits >= times, `only ${hits} of ${tries} kills met an unfinished file`);
      return `${describeLoss(tries, loss)}; ${hits} kills left a half-written file`;
    }),
};
