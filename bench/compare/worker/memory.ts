import type { StreamSnapshot } from '../../../src';
import { bytesInUse, collectGarbage } from '../../speed/heap';
import { median } from '../../../src/scale/median';
import { importFrom } from './build';
import type { ModelName } from './model-names';
import { serve } from './serve';
import { createPool, Stream } from './stream';

export interface MemoryTask {
  readonly model: ModelName;
  readonly sensors: number;
  /** Models alive at once: many, so that what belongs to none of them does not count. */
  readonly models: number;
  /** How many times they are made and measured. */
  readonly times: number;
}

const LEARNED = 500;
/** Within these the start-up keeps more than the model needs later. */
const FIRST = 400;
/** As long as those Node-RED gives. */
const NODE_ID = '0123456789abcdef';

/** Bytes of a model after 500 frames, alive and as the nodes store it, and the most it takes in the store before. */
serve<MemoryTask>((root, { model, sensors, models, times }) => {
  const pool = createPool(sensors);
  const create = (frames: number): Stream => {
    const stream = new Stream(root, model, pool);
    stream.learn(frames);
    return stream;
  };
  const seal = importFrom(root, 'seal');
  const storedBytes = (kept: StreamSnapshot | null, time: number): number =>
    kept === null ? 0 : sizeOf(seal({ ...kept, node: NODE_ID, key: '', time }));
  return {
    gauges: {
      live: () => liveBytes(models, times, () => create(LEARNED).model),
      stored: () => {
        const stream = create(LEARNED);
        return storedBytes(stream.model.snapshot(), stream.time);
      },
      mostStored: () => {
        const stream = create(0);
        return storedBytes(findLargest(stream), stream.time);
      },
    },
  };
});

/** The median of several times; the first of all is left out, in which code is compiled. */
function liveBytes(models: number, times: number, create: () => unknown): number {
  const measure = (): number => {
    const before = settledBytes();
    const alive = Array.from({ length: models }, create);
    return (settledBytes() - before) / alive.length;
  };
  measure();
  return Math.round(median(Array.from({ length: times }, measure)));
}

/** Of the first frames. Its numbers and what gives them their meaning are nearly all that an envelope holds. */
function findLargest(stream: Stream): StreamSnapshot | null {
  let largest: StreamSnapshot | null = null;
  let most = 0;
  for (let k = 0; k < FIRST; k++) {
    stream.learn(1);
    const kept = stream.model.snapshot();
    const size = kept === null ? 0 : kept.data.byteLength + sizeOf(kept.meta);
    if (size <= most) continue;
    largest = kept;
    most = size;
  }
  return largest;
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A second collection frees the array buffers whose owners went in the first. */
function settledBytes(): number {
  collectGarbage();
  return bytesInUse();
}
