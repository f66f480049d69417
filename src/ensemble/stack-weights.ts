import type { Numbers } from './numbers';
import type { StackQuestion } from './stack-question';
import { BUCKETS, CHALLENGERS, MODES, OWN_BUCKETS, PAIRS, ownBucketOf, type Sums } from './stack-sums';
import { isVotedOn, votesOf, type WindowVotes } from './window-votes';

/** What pooled evidence is worth beside a sensor's own, in weights; own weight at which it counts for half of that. */
const POOLED_WORTH = 20;
const LEAST_OWN = 0.5;
const LEAST_POOLED = 4;
/** Buckets from here on share evidence with their neighbours, so much of it a step. */
const FIRST_SHARED = 2;
const SHARED = 0.8;
const POOLED_SHARED = Float64Array.from({ length: BUCKETS }, (_, steps) => SHARED ** steps);
/** Own ones are two of the others wide. */
const OWN_SHARED = Float64Array.from({ length: OWN_BUCKETS }, (_, steps) => SHARED ** (2 * steps));
/** Evidence is shrunk by its own standard error times this, and until a challenger has been seen in some blocks. */
const DOUBT = 1.15;
const FEW_BLOCKS = 2;
/** In gaps of 16 frames and more votes count too: of n blocks for less, as if they were 1 + 10 / n times as unsure. */
const FIRST_BY_VOTES = 4;
const FEW_VOTES = 10;
/** What a sensor's own loss is shrunk by, in weights. */
const LOSS_PRIOR = 2;
/** Cells of a sensor: their weights are worked out again in turn, one in every fourth frame. */
const CELLS = MODES * BUCKETS;
const TURN_FRAMES = 4;
/** Weights are kept in so many parts of 1, those of a cell in one whole number of three times 7 bits, which a single holds. */
const PARTS = 127;
const BITS = 7;
const ROUNDS = 12;

/** Evidence of one cell, or of several added up. */
class Evidence {
  readonly A = new Float64Array(PAIRS);
  readonly b = new Float64Array(CHALLENGERS);
  readonly V = new Float64Array(CHALLENGERS);
  readonly blocks = new Float64Array(CHALLENGERS);
  readonly votes = new Float64Array(CHALLENGERS);
  readonly voteSquares = new Float64Array(CHALLENGERS);
  /** Doubles from the start, which are changed in place. */
  square = NaN;
  weight = NaN;
  /** What is added next counts so much: its sums, its weight, its blocks. */
  factor = NaN;
  share = NaN;
  blockShare = NaN;

  clear(): void {
    this.A.fill(0);
    this.b.fill(0);
    this.V.fill(0);
    this.blocks.fill(0);
    this.votes.fill(0);
    this.voteSquares.fill(0);
    this.square = this.weight = 0;
    this.factor = this.share = this.blockShare = 1;
  }

  addVotes({ sum, squares }: WindowVotes, first: number): void {
    for (let e = 0, at = first; e < CHALLENGERS; e++, at++) {
      this.votes[e] += this.share * sum[at];
      this.voteSquares[e] += this.share * this.share * squares[at];
    }
  }

  add(s: Sums, cell: number): void {
    const { factor, share, blockShare } = this;
    const at = cell * CHALLENGERS;
    for (let e = 0; e < CHALLENGERS; e++) {
      this.b[e] += factor * s.b[at + e];
      this.V[e] += factor * factor * s.V[at + e];
      this.blocks[e] += blockShare * s.blocks[at + e];
    }
    for (let i = 0; i < PAIRS; i++) this.A[i] += factor * s.A[cell * PAIRS + i];
    this.square += factor * s.square[cell];
    this.weight += share * s.weight[cell];
  }
}

const NOTHING: Int32Array = new Int32Array(0);

/** What is being solved, of whichever model: no weights last longer than their question. */
const ownEvidence = new Evidence();
const pooledEvidence = new Evidence();
const evidenceA = new Float64Array(CHALLENGERS * CHALLENGERS);
const shrunkB = new Float64Array(CHALLENGERS);
/** b less the multiplier of the sum's constraint. */
const gains = new Float64Array(CHALLENGERS);
const weights = new Float64Array(CHALLENGERS);

/**
 * The weights w >= 0, sum w <= 1, that minimise w'Aw - 2b'w, where A and b are a sensor's own evidence and some of the pooled,
 * and each b_e is shrunk by how sure it is:
 *
 *   b_e <- b_e max(0, 1 - 1.15^2 u_e) n_e^2 / (n_e^2 + 4),   u_e = V_e / b_e^2,   n_e the blocks it was seen in
 *
 * in long gaps by its sum or by the votes z_e of all sensors' blocks (`WindowVotes`), whichever is surer:
 *
 *   u_e = min(V_e / b_e^2, (1 + 10 / n_e) sum z_e^2 / (sum z_e)^2)
 *
 * What has not proved itself has no weight, and the model's estimate stands.
 */
export class StackWeights {
  /** The weights of each cell; 0: none since its last turn. */
  #kept: Int32Array;
  /** Those of questions that leave no trace, good until the next frame is learned, and the frame they are from; empty before the first. */
  #passing = NOTHING;
  #passingFrom = NOTHING;
  #frame = 0;
  #isLearned = true;
  /** The frame learned last. */
  #learned = 0;

  constructor(sensors: number) {
    this.#kept = new Int32Array(sensors * CELLS);
  }

  addSensor(): void {
    const grown = new StackWeights(this.#kept.length / CELLS + 1);
    grown.#kept.set(this.#kept);
    this.#kept = grown.#kept;
    this.#passing = grown.#passing;
    this.#passingFrom = grown.#passingFrom;
  }

  clearSensor(j: number): void {
    this.#kept.fill(0, j * CELLS, (j + 1) * CELLS);
    this.#passingFrom.fill(-1, j * CELLS, (j + 1) * CELLS);
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [this.#kept];
  }

  /** The frame that is asked about next; only of one that is learned are the weights kept. */
  advance(frame: number, isLearned: boolean): void {
    this.#frame = frame;
    this.#isLearned = isLearned;
    if (!isLearned) {
      this.#makePassing();
      return;
    }
    this.#learned = frame;
    for (let j = 0, first = 0; first < this.#kept.length; j++, first += CELLS)
      if (isTurn(j, frame)) this.#kept[first + turnOf(j, frame)] = 0;
  }

  #makePassing(): void {
    const cells = this.#kept.length;
    if (this.#passing.length === cells) return;
    this.#passing = new Int32Array(cells);
    this.#passingFrom = new Int32Array(cells).fill(-1);
  }

  /** The weights of a cell; read them before the next call. */
  of(
    own: Sums,
    pooled: Sums,
    votes: WindowVotes,
    { sensor: j, mode, bucket, isPooled }: StackQuestion,
  ): Float64Array {
    const place = mode * BUCKETS + bucket;
    const cell = j * CELLS + place;
    const isDue = !this.#isLearned && isTurn(j, this.#frame) && turnOf(j, this.#frame) === place;
    let parts = isDue ? 0 : this.#kept[cell];
    if (parts === 0 && !this.#isLearned && this.#passingFrom[cell] === this.#learned)
      parts = this.#passing[cell];
    if (parts === 0) {
      this.#gather(own, pooled, votes, j, mode, bucket, isPooled);
      this.#solve();
      parts = joined(weights);
      if (this.#isLearned) this.#kept[cell] = parts;
      else {
        this.#passing[cell] = parts;
        this.#passingFrom[cell] = this.#learned;
      }
    }
    const w = weights;
    let rest = parts - 1;
    for (let e = 0; e < CHALLENGERS; e++) {
      w[e] = (rest & PARTS) / PARTS;
      rest >>= BITS;
    }
    return w;
  }

  #gather(
    own: Sums,
    pooled: Sums,
    votes: WindowVotes,
    j: number,
    mode: number,
    bucket: number,
    isPooled: boolean,
  ): void {
    const O = ownEvidence;
    const P = pooledEvidence;
    const first = (j * MODES + mode) * OWN_BUCKETS;
    const cell = first + ownBucketOf(bucket);
    const pool = mode * BUCKETS + bucket;
    O.clear();
    O.add(own, cell);
    P.clear();
    P.add(pooled, pool);
    if (isVotedOn(bucket)) P.addVotes(votes, votesOf(mode, bucket));
    const ownSquare = O.square;
    const ownWeight = O.weight;
    const pooledMean = P.weight > 0 ? P.square / P.weight : 0;
    if (bucket >= FIRST_SHARED) this.#share(own, pooled, votes, first, mode, bucket);
    const typical =
      ownSquare > 0 && pooledMean > 0
        ? (ownSquare + LOSS_PRIOR * pooledMean) / (ownWeight + LOSS_PRIOR) / pooledMean
        : 1;
    const worth =
      isPooled && P.weight > 0
        ? ((POOLED_WORTH * typical) / P.weight) *
          (P.weight / (P.weight + LEAST_POOLED)) *
          (O.weight / (O.weight + LEAST_OWN))
        : 0;
    const n = O.weight + worth * P.weight;
    for (let e = 0; e < CHALLENGERS; e++) {
      const sum = O.b[e] + worth * P.b[e];
      const variance = O.V[e] + worth * worth * P.V[e];
      const blocks = isPooled ? P.blocks[e] : O.blocks[e];
      let unsure = variance / (sum * sum);
      if (isPooled && bucket >= FIRST_BY_VOTES && P.votes[e] > 0)
        unsure = Math.min(
          unsure,
          (P.voteSquares[e] / P.votes[e] ** 2) * (1 + FEW_VOTES / Math.max(1, blocks)),
        );
      const proved = sum > 0 ? Math.max(0, 1 - DOUBT * DOUBT * unsure) : 0;
      shrunkB[e] = (sum * proved * blocks * blocks) / (blocks * blocks + FEW_BLOCKS * FEW_BLOCKS);
    }
    for (let e = 0, pair = 0; e < CHALLENGERS; e++) {
      const diagonal = O.A[pair] + worth * P.A[pair];
      evidenceA[e * CHALLENGERS + e] = diagonal * (1 + 1 / (n + 1e-9)) + 1e-12;
      pair += 1;
      for (let f = e + 1; f < CHALLENGERS; f++, pair++)
        evidenceA[e * CHALLENGERS + f] = evidenceA[f * CHALLENGERS + e] = O.A[pair] + worth * P.A[pair];
    }
  }

  /** Neighbouring buckets count too, less the further off; pooled ones in proportion to this bucket's loss. */
  #share(own: Sums, pooled: Sums, votes: WindowVotes, first: number, mode: number, bucket: number): void {
    const O = ownEvidence;
    const P = pooledEvidence;
    const ownBucket = ownBucketOf(bucket);
    const pooledMean = P.square / P.weight;
    for (let other = ownBucketOf(FIRST_SHARED); other < OWN_BUCKETS; other++) {
      if (other === ownBucket || !(own.weight[first + other] > 0)) continue;
      O.factor = O.share = OWN_SHARED[Math.abs(other - ownBucket)];
      O.blockShare = 0;
      O.add(own, first + other);
    }
    for (let other = FIRST_SHARED; other < BUCKETS; other++) {
      if (other === bucket) continue;
      const share = POOLED_SHARED[Math.abs(other - bucket)];
      const pool = mode * BUCKETS + other;
      const weight = pooled.weight[pool];
      if (!(weight > 0)) continue;
      const otherMean = pooled.square[pool] / weight;
      const scale = pooledMean > 0 && otherMean > 0 ? Math.min(1, pooledMean / otherMean) : 1;
      P.factor = share * scale;
      P.share = share;
      P.blockShare = other < bucket ? share / (1 << (bucket - other)) : share;
      P.add(pooled, pool);
      P.addVotes(votes, votesOf(mode, other));
    }
  }

  /** Coordinate descent; where the sum exceeds 1, the multiplier of that constraint by bisection. */
  #solve(): void {
    const w = weights;
    const b = shrunkB;
    w.fill(0);
    gains.set(b);
    this.#descend(ROUNDS);
    if (!isTooMuch(w)) return;
    let low = 0;
    let high = Math.max(b[0], b[1], b[2]);
    for (let k = 0; k < ROUNDS; k++) {
      const multiplier = (low + high) / 2;
      for (let e = 0; e < CHALLENGERS; e++) gains[e] = b[e] - multiplier;
      this.#descend(ROUNDS / 2);
      if (isTooMuch(w)) low = multiplier;
      else high = multiplier;
    }
    const sum = w[0] + w[1] + w[2];
    if (sum > 1) for (let e = 0; e < CHALLENGERS; e++) w[e] /= sum;
  }

  /** Ends where nothing moves any more: most challengers have proved nothing, and stay at 0. */
  #descend(rounds: number): void {
    const A = evidenceA;
    const w = weights;
    let hasMoved = true;
    for (let k = 0; k < rounds && hasMoved; k++) {
      hasMoved = false;
      for (let e = 0; e < CHALLENGERS; e++) {
        let sum = gains[e];
        for (let f = 0; f < CHALLENGERS; f++) if (f !== e) sum -= A[e * CHALLENGERS + f] * w[f];
        const weight = Math.max(0, sum / A[e * CHALLENGERS + e]);
        if (weight !== w[e]) hasMoved = true;
        w[e] = weight;
      }
    }
  }
}

/** The cell of sensor j whose turn it is: its weights are worked out when next asked for. */
const isTurn = (j: number, frame: number): boolean => (frame + j) % TURN_FRAMES === 0;
const turnOf = (j: number, frame: number): number =>
  CELLS - 1 - (Math.floor((frame + j) / TURN_FRAMES) % CELLS);

/** 1 and the weights in parts, so that it is never 0. Whole from the start: a double that is returned is boxed. */
const joined = (w: Float64Array): number =>
  1 + (partsOf(w[0]) | (partsOf(w[1]) << BITS) | (partsOf(w[2]) << (2 * BITS)));

const partsOf = (weight: number): number => Math.round(PARTS * weight) | 0;

const isTooMuch = (w: Float64Array): boolean => w[0] + w[1] + w[2] > 1;
