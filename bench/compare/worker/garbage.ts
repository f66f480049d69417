import { GCProfiler } from 'node:v8';
import { collectGarbage } from '../../speed/heap';
import { median } from '../../../src/scale/median';

const WINDOWS = 5;
/** Well within the part of the heap where new objects go before anything is collected. */
const ENOUGH_BYTES = 2 ** 18;
const MOST_FRAMES = 4096;

/**
 * Whole bytes that a frame leaves behind, on the heap and in array buffers: what is in use after a window of frames minus
 * before, minus what the measurement itself takes; the median of several windows that no collection fell into.
 */
export function garbagePerFrame(run: (count: number) => void): number {
  const own = median(Array.from({ length: WINDOWS }, () => growth(run, 0) ?? 0));
  const frames = chooseWindow(run);
  const measured: number[] = [];
  for (let tries = 0; measured.length < WINDOWS && tries < 2 * WINDOWS; tries++) {
    const bytes = growth(run, frames);
    if (bytes !== undefined) measured.push(Math.max(0, bytes - own) / frames);
  }
  if (measured.length === 0) throw new Error('its garbage is collected within a frame.');
  return Math.round(median(measured));
}

/** Frames enough for some hundred kilobytes, and few enough not to set off a collection. */
function chooseWindow(run: (count: number) => void): number {
  let frames = 1;
  while (frames < MOST_FRAMES) {
    const bytes = growth(run, 2 * frames);
    if (bytes === undefined) return frames;
    frames *= 2;
    if (bytes >= ENOUGH_BYTES) return frames;
  }
  return frames;
}

/** Undefined when a collection fell into it. */
function growth(run: (count: number) => void, count: number): number | undefined {
  collectGarbage();
  collectGarbage(); // array buffers go with the second
  const profiler = new GCProfiler();
  profiler.start();
  const before = bytesTaken();
  run(count);
  const after = bytesTaken();
  return profiler.stop().statistics.length === 0 ? after - before : undefined;
}

function bytesTaken(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
