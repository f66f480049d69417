import { ChangeModel, ImputeModel, seal, type Answer, type StreamModel } from '../src';
import { readSwitches } from './command-line';
import { Progress } from './progress';
import { drawStored, STORED_STREAMS } from './stored-streams';
import { markdownTable } from './table';

const SENSORS = [8, 27, 100];
/** Within these the start keeps more than the model needs later; looked at now and then. */
const FIRST = 360;
const EVERY = 20;
const LATER = [500, 2000, 20_000];
/** As long as those Node-RED gives. */
const NODE_ID = '0123456789abcdef';

/** Bytes as they stand in a context store. */
export function storedBytes(model: StreamModel<Answer>): number {
  const kept = model.snapshot();
  if (kept === null) return 0;
  return Buffer.byteLength(JSON.stringify(seal({ ...kept, node: NODE_ID, key: '', time: null })));
}

/** The most within the first frames, then the bytes after each of the later ones. */
function measure(
  model: StreamModel<Answer>,
  sensors: number,
  stepMs: number,
  later: readonly number[],
): number[] {
  const sizes = [0];
  let frames = 0;
  for (const frame of drawStored(sensors, stepMs, Math.max(...later))) {
    model.learnOne(frame);
    frames += 1;
    if (frames <= FIRST && frames % EVERY === 0) sizes[0] = Math.max(sizes[0], storedBytes(model));
    if (later.includes(frames)) sizes.push(storedBytes(model));
  }
  return sizes;
}

/** Prints what a model takes in the store, by sensors and stream. */
function main(args: readonly string[]): number {
  const switches = readSwitches(args, ['quick']);
  if (typeof switches === 'string') {
    console.error(switches);
    return 2;
  }
  const later = switches.quick ? LATER.slice(0, -1) : LATER;
  const counts = switches.quick ? SENSORS.slice(0, 2) : SENSORS;
  const progress = new Progress(2 * counts.length * STORED_STREAMS.length);
  for (const [name, create] of [
    ['psmf-impute, psmf-filter (default model)', () => new ImputeModel({ timeZone: 'UTC' })],
    ['psmf-changepoint', () => new ChangeModel()],
  ] as const) {
    const rows = counts.flatMap((sensors) =>
      STORED_STREAMS.map((stream) => {
        progress.begin(`${name}: ${sensors} sensors, ${stream.name}`);
        const sizes = measure(create(), sensors, stream.stepMs, later);
        progress.advance();
        return [`${sensors}`, stream.name, ...sizes.map((bytes) => (bytes / 1000).toFixed(1))];
      }),
    );
    progress.clear();
    const columns = [`first ${FIRST}`, ...later.map((frames) => frames.toLocaleString('en-US'))];
    console.log(`\n${name}, kB stored, by frames learned\n`);
    console.log(markdownTable(['sensors', 'stream', ...columns], rows));
  }
  return 0;
}

if (require.main === module) process.exitCode = main(process.argv.slice(2));
