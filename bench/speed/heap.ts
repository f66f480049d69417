import { GCProfiler } from 'node:v8';
import { median } from '../../src/scale/median';

const WINDOWS = 9;

/**
 * Bytes a step leaves on the heap, garbage included: heapUsed after a window of steps minus before, and minus what the
 * measurement itself takes. A window that the collector disturbed says nothing, so it is repeated at half the length.
 * The windows come after a warm-up, and the median leaves out the one in which the compiler happened to work.
 */
export function heapPerStep(step: (k: number) => void, warmUp: number, steps: number): number {
  const run = (count: number): void => {
    for (let k = 0; k < count; k++) step(k);
  };
  run(warmUp);
  const own = median(Array.from({ length: WINDOWS }, () => growth(run, 0) ?? 0));
  return median(Array.from({ length: WINDOWS }, () => measureWindow(run, steps, own)));
}

function measureWindow(run: (count: number) => void, steps: number, own: number): number {
  const bytes = growth(run, steps);
  if (bytes !== undefined) return Math.max(0, bytes - own) / steps;
  return steps > 1 ? measureWindow(run, steps >> 1, own) : NaN;
}

/** Growth of the heap over `count` steps; undefined when a collection fell into them. */
function growth(run: (count: number) => void, count: number): number | undefined {
  collectGarbage();
  const profiler = new GCProfiler();
  profiler.start();
  const before = process.memoryUsage().heapUsed;
  run(count);
  const after = process.memoryUsage().heapUsed;
  return profiler.stop().statistics.length === 0 ? after - before : undefined;
}

/** Bytes in use after a full collection, those of typed arrays included. */
export function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A full collection; the program has to be started with --expose-gc. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('Start node with --expose-gc.');
  void globalThis.gc();
}
