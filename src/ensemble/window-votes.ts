import type { Numbers } from './numbers';
import { MORE_BITS_CUT, moreOf } from './shorten-cell';
import { shortenBy } from './short-singles';
import type { StackQuestion } from './stack-question';
import { BUCKETS, CHALLENGERS, MODES, NO_BLOCK, type Sums } from './stack-sums';

/** Gaps of one frame to three are measured so often that their sums will do: no votes are kept of them. */
const FIRST_BUCKET = 2;
const VOTED_BUCKETS = BUCKETS - FIRST_BUCKET;
const VOTES = MODES * VOTED_BUCKETS * CHALLENGERS;
/** What the square of a vote is taken to be where only the sums of the blocks were stored. */
const USUAL_SQUARE = 0.25;
/** A whole vote, and what it may seem for the digits that are cut. Of a block that began in a state of before only the rest is known. */
const MOST_VOTE = 1.1;

/** Whether votes are kept of a bucket. */
export const isVotedOn = (bucket: number): boolean => bucket >= FIRST_BUCKET;

/** Where the votes of a cell are: a number of its place in `sum` and `squares`. */
export const votesOf = (mode: number, bucket: number): number =>
  (mode * VOTED_BUCKETS + bucket - FIRST_BUCKET) * CHALLENGERS;

/**
 * How the blocks of frames of each pooled cell (mode, bucket) voted on each challenger, each block once:
 *
 *   z_e = sum w D_e r / sqrt(sum w D_e^2 sum w r^2), from -1 to 1
 *
 * Where the model is now and then far off, a few blocks make up nearly all of V_e, which hides that a challenger was right
 * in every block; its votes show it.
 */
export class WindowVotes {
  /** Sum z_e, sum z_e^2. In singles of 12 digits: it is the state. */
  readonly sum = new Float32Array(VOTES);
  readonly squares = new Float32Array(VOTES);
  /** Of the running block: sum w D_e^2, sum w r^2. Its number and its sum w D_e r are those of the pooled sums. */
  readonly #differenceSquare = new Float32Array(VOTES);
  readonly #square = new Float32Array(VOTES / CHALLENGERS);

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [this.sum, this.squares, this.#differenceSquare, this.#square];
  }

  /** As a state of before has it, which knew no votes: as many as there were blocks, and as sure as the sums were. */
  startFrom({ b, V, blocks }: Sums): void {
    for (let mode = 0; mode < MODES; mode++)
      for (let bucket = FIRST_BUCKET; bucket < BUCKETS; bucket++)
        for (let e = 0; e < CHALLENGERS; e++) {
          const from = (mode * BUCKETS + bucket) * CHALLENGERS + e;
          const to = votesOf(mode, bucket) + e;
          this.squares[to] = USUAL_SQUARE * blocks[from];
          this.sum[to] = V[from] > 0 ? b[from] * Math.sqrt(this.squares[to] / V[from]) : 0;
        }
  }

  /** The reading of a question in a block of frames; before the pooled sums are told, which begin their block anew. */
  learn(pooled: Sums, block: number, question: StackQuestion): void {
    const { mode, bucket, weight, keep, D, r } = question;
    const cell = mode * BUCKETS + bucket;
    const first = votesOf(mode, bucket);
    const carry = moreOf(question.carry);
    if (pooled.block[cell] !== (block & NO_BLOCK)) this.#vote(pooled.blockSum, cell * CHALLENGERS, first);
    for (let e = 0, at = first; e < CHALLENGERS; e++, at++) {
      this.sum[at] *= keep;
      this.squares[at] *= keep * keep;
      this.#differenceSquare[at] += weight * D[e] * D[e];
      shortenBy(this.sum, at, MORE_BITS_CUT, carry);
      shortenBy(this.squares, at, MORE_BITS_CUT, carry);
      shortenBy(this.#differenceSquare, at, MORE_BITS_CUT, carry);
    }
    this.#square[first / CHALLENGERS] += weight * r * r;
    shortenBy(this.#square, first / CHALLENGERS, MORE_BITS_CUT, carry);
  }

  /** The running block is over; `from` are its sums, `first` is where its votes are. */
  #vote(blockSum: Float32Array, from: number, first: number): void {
    const square = first / CHALLENGERS;
    for (let e = 0, at = first; e < CHALLENGERS; e++, at++) {
      const size = Math.sqrt(this.#differenceSquare[at] * this.#square[square]);
      this.#differenceSquare[at] = 0;
      if (!(size > 0)) continue;
      const vote = Math.max(-MOST_VOTE, Math.min(MOST_VOTE, blockSum[from + e] / size));
      this.sum[at] += vote;
      this.squares[at] += vote * vote;
    }
    this.#square[square] = 0;
  }
}
