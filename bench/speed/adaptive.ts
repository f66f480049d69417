import { AdaptiveModel, PsmfFilter } from '../../src';
import { defaultVariant } from '../../src/adaptive/variant';
import { heapPerStep } from './heap';
import { drawFrames, drawProblem, filterOptions, type Size } from './problem';
import { timeInTurns, type Effort, type Learner } from './timing';

const SEED = 30;
/** The rank the default model has at every size measured. */
const RANK = 8;
const COMPARED: Size = { d: 27, r: RANK };
const NARROW = 500;
const WIDE = 2000;
/** Frames after which every filter of the warm start, sliced or not, has been built. */
const WARM_START = 450;
const HEAP_SIZES = [27, 505] as const;

export const MOST_ADAPTIVE_GROWTH = 5;
export const MOST_TIMES_PSMF = 10;

/** One frame of the default model: microseconds of CPU time, bytes left on the heap. */
export interface AdaptiveTimes {
  readonly compared: Size;
  readonly adaptive: number;
  /** The paper's PSMF at the same size, in turns with it. */
  readonly psmf: number;
  /** With a group held out in every frame. */
  readonly narrow: { readonly d: number; readonly time: number };
  readonly wide: { readonly d: number; readonly time: number };
  readonly heap: readonly { readonly d: number; readonly bytesPerStep: number }[];
}

/** A model past its warm start, going round its own stream whatever frame it is handed. */
class Stream implements Learner {
  readonly #model: AdaptiveModel;
  readonly #frames: readonly Float64Array[];
  #next = 0;

  constructor(d: number, pausesWindows = true) {
    this.#model = new AdaptiveModel({ sensors: d }, { ...defaultVariant, pausesWindows });
    this.#frames = drawFrames({ d, r: RANK }, SEED);
    for (let k = 0; k < WARM_START; k++) this.learnOne();
  }

  learnOne(): void {
    this.#model.learnOne(this.#frames[this.#next]);
    this.#next = this.#next + 1 === this.#frames.length ? 0 : this.#next + 1;
  }
}

export function timeAdaptive(effort: Effort, quick: boolean): AdaptiveTimes {
  const frames = drawFrames(COMPARED, SEED);
  const paper = drawProblem(COMPARED, false, SEED + 1);
  const [adaptive, psmf] = timeInTurns(
    [new Stream(COMPARED.d), new PsmfFilter(filterOptions(paper))],
    frames,
    effort,
  );
  // A round has time for a hundred wide frames, less than a window of the held-out group: with pauses it would be chance whether
  // the rounds fall into one. Without, all frames are of the costly kind.
  const [narrow, wide] = timeInTurns([new Stream(NARROW, false), new Stream(WIDE, false)], frames, effort);
  const heap = HEAP_SIZES.map((d) => {
    const stream = new Stream(d);
    const steps = Math.ceil((quick ? 2e5 : 2e6) / (d * RANK));
    return { d, bytesPerStep: heapPerStep(() => stream.learnOne(), 2 * steps, steps) };
  });
  return {
    compared: COMPARED,
    adaptive,
    psmf,
    narrow: { d: NARROW, time: narrow },
    wide: { d: WIDE, time: wide },
    heap,
  };
}
