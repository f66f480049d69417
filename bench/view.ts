import { createImputeBehaviour } from '../nodes/message/impute';
import { describeView, type ViewRequest } from '../nodes/view/describe-view';
import { FrameRing } from '../nodes/view/frame-ring';
import { KEPT_UNWATCHED } from '../nodes/view/model-view';
import { NodeView, type Watched } from '../nodes/view/node-view';
import type { ImputeAnswer } from '../src/stream/impute-model';
import { readSwitches } from './command-line';
import { drawReadings, nameReadings } from './compare/frames';
import { timeInTurns, type Effort, type Learner } from './speed/timing';
import { table } from './table';

const SENSORS = 20;
const FRAMES_PER_SECOND = 2000;
const UPDATES_PER_SECOND = 4;
const POOL = 500;
/** What a sidebar of usual height asks for: the rows in sight, and one sensor's large plot. */
const ASKED: ViewRequest = { search: '', from: 0, count: 20, sensor: 'sensor0', known: 0 };

/** A round has several updates; a model is past its start before the first. */
const FULL: Effort = { rounds: 9, roundMs: 1000, warmUpMs: 2000 };
const QUICK: Effort = { rounds: 5, roundMs: 400, warmUpMs: 1000 };

type Watching = 'no view' | 'nobody watches' | 'somebody watches';

/** psmf-impute's model, and what the live view adds to each of its frames. */
class Viewed implements Learner {
  readonly view: NodeView<ImputeAnswer>;
  readonly #behaviour = createImputeBehaviour({}, (value) => value);
  readonly #model = this.#behaviour.create();
  readonly #watching: Watching;
  #frames = 0;
  /** So that no answer is made for nothing. */
  sent = 0;

  constructor(watching: Watching) {
    this.#watching = watching;
    const watched = {
      ...{ counts: {}, isDurable: true, hasKeys: false, keys: () => [''], touch: () => {} },
      model: () => ({
        model: this.#model,
        persistence: { isKeeping: true, isUnsaved: false, savedAt: null },
      }),
      ask: () => Promise.resolve(null),
    } as unknown as Watched<ImputeAnswer>;
    this.view = new NodeView(this.#behaviour, watched, () => {});
  }

  learnOne(readings: ArrayLike<number>): void {
    const time = 1.7e12 + (1000 / FRAMES_PER_SECOND) * ++this.#frames;
    const answer = this.#model.learnOne({
      fields: nameReadings(readings as Float64Array),
      time,
      arrival: time,
    });
    if (this.#watching === 'no view') return;
    if (
      this.#watching === 'somebody watches' &&
      this.#frames % (FRAMES_PER_SECOND / UPDATES_PER_SECOND) === 0
    ) {
      this.sent += JSON.stringify(describeView(this.view, this.view.watch(null), ASKED)).length;
    }
    this.view.note('', answer, false, []);
  }
}

/** What the live view costs a node; a table, or JSON. Exit code 2 on wrong usage. */
function main(args: readonly string[]): number {
  const switches = readSwitches(args, ['quick', 'json']);
  if (typeof switches === 'string') {
    console.error(switches);
    return 2;
  }
  const cases = (['no view', 'nobody watches', 'somebody watches'] as const).map(
    (name) => [name, new Viewed(name)] as const,
  );
  const frames = drawReadings(SENSORS, POOL, 0.1, 30);
  const times = timeInTurns(
    cases.map(([, viewed]) => viewed),
    frames,
    switches.quick ? QUICK : FULL,
  );
  for (const [, { view }] of cases) view.close();
  const kept = new FrameRing();
  kept.keep(KEPT_UNWATCHED);
  const results = {
    microseconds: Object.fromEntries(cases.map(([name], i) => [name, times[i]])),
    ratios: { unwatched: times[1] / times[0], watched: times[2] / times[1] },
    bytesPerKeptSensor: kept.bytes / KEPT_UNWATCHED,
  };
  if (switches.json) console.log(JSON.stringify(results));
  else {
    const rows = cases.map(([name], i) => [name, times[i].toFixed(1), (times[i] / times[0]).toFixed(3)]);
    console.log(table([`${SENSORS} sensors, ${FRAMES_PER_SECOND} frames/s`, 'µs a frame', 'ratio'], rows));
    console.log(`\nWatched to unwatched: ${results.ratios.watched.toFixed(3)} (at most 1.1).`);
    console.log(
      `Kept for each of ${KEPT_UNWATCHED} sensors: ${results.bytesPerKeptSensor} bytes (at most 4,096).`,
    );
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
