import { shortenCell } from './shorten-cell';
import type { StackQuestion } from './stack-question';
import { CHALLENGERS, CUT_BELOW, NO_BLOCK, PAIRS, type Sums } from './stack-sums';

/** Beyond this a count of blocks says nothing more. */
const MOST_BLOCKS = 30_000;
/** A square counts for at most so many times its mean, and so many times the variance of the model. */
const LARGEST_SQUARE = 16;
const LARGEST_RATIO = 25;

/** The reading of a question in its cell, in that of its differences if its gap is one of the shortest, and in a block of frames. */
export function learnCell(
  s: Sums,
  cell: number,
  short: number,
  block: number,
  question: StackQuestion,
): void {
  learnErrors(s, cell, question);
  if (question.bucket < CUT_BELOW) learnDifferences(s, short, question);
  learnSums(s, cell, block, question);
  shortenCell(s, cell, short, question);
}

/** Of the final error; before the sums are told: their weight is that of the errors so far. */
function learnErrors(
  s: Sums,
  cell: number,
  { weight, keep, errorSquare, saneVariance }: StackQuestion,
): void {
  const most = s.weight[cell] > 3 ? LARGEST_SQUARE * (s.errorSquare[cell] / s.weight[cell]) : 1e9;
  const ratio = Math.min(errorSquare / saneVariance, LARGEST_RATIO);
  s.errorSquare[cell] = keep * s.errorSquare[cell] + weight * Math.min(errorSquare, most);
  s.errorRatio[cell] = keep * s.errorRatio[cell] + weight * ratio;
}

function learnDifferences(s: Sums, short: number, { weight, keep, differences }: StackQuestion): void {
  for (let e = 0, at = short * CHALLENGERS; e < CHALLENGERS; e++, at++) {
    const difference = differences[e];
    if (difference === 0) continue;
    s.differenceSquare[at] = keep * s.differenceSquare[at] + weight * (difference * difference);
    s.differenceWeight[at] = keep * s.differenceWeight[at] + weight;
  }
}

function learnSums(s: Sums, cell: number, block: number, { weight, keep, D, r }: StackQuestion): void {
  const at = cell * CHALLENGERS;
  const number = block & NO_BLOCK;
  if (s.block[cell] !== number) finishBlock(s, cell, number);
  let says = s.blockSays[cell];
  for (let e = 0, pair = cell * PAIRS; e < CHALLENGERS; e++) {
    const weighed = weight * D[e];
    const gain = weighed * r;
    if (weighed !== 0) says |= 1 << e;
    s.V[at + e] *= keep * keep;
    s.b[at + e] = keep * s.b[at + e] + gain;
    s.blockSum[at + e] += gain;
    for (let f = e; f < CHALLENGERS; f++, pair++) s.A[pair] = keep * s.A[pair] + weighed * D[f];
  }
  s.blockSays[cell] = says;
  s.square[cell] = keep * s.square[cell] + weight * r * r;
  s.weight[cell] = keep * s.weight[cell] + weight;
}

function finishBlock(s: Sums, cell: number, next: number): void {
  s.block[cell] = next;
  for (let e = 0, at = cell * CHALLENGERS; e < CHALLENGERS; e++, at++) {
    s.V[at] += s.blockSum[at] ** 2;
    s.blockSum[at] = 0;
    s.blocks[at] = Math.min(s.blocks[at] + ((s.blockSays[cell] >> e) & 1), MOST_BLOCKS);
  }
  s.blockSays[cell] = 0;
}
