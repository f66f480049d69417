import type { StackQuestion } from './stack-question';
import { BUCKETS, CHALLENGERS } from './stack-sums';

/** Of each: cell, unit, model and its variance, the change, two variances in deviations; then differences as they came and cut back. */
const SCALARS = 7;
const NUMBERS = SCALARS + 2 * CHALLENGERS;

/**
 * What learning needs of questions that were asked and whose readings are scored later in the frame. One for all models, which are asked
 * and learn one after the other: a question of its own for each of its sensors takes a kilobyte.
 */
export class AskedQuestions {
  #numbers = new Float64Array(0);

  /** So many are to be kept next. */
  makeRoomFor(questions: number): void {
    if (this.#numbers.length < questions * NUMBERS) this.#numbers = new Float64Array(questions * NUMBERS);
  }

  keep(place: number, question: StackQuestion): void {
    const numbers = this.#numbers;
    const { differences, D } = question;
    const at = place * NUMBERS;
    numbers[at] = question.mode * BUCKETS + question.bucket;
    numbers[at + 1] = question.unit;
    numbers[at + 2] = question.model;
    numbers[at + 3] = question.modelVariance;
    numbers[at + 4] = question.change;
    numbers[at + 5] = question.saneVariance;
    numbers[at + 6] = question.scaledVariance;
    for (let e = 0, to = at + SCALARS; e < CHALLENGERS; e++, to++) {
      numbers[to] = differences[e];
      numbers[to + CHALLENGERS] = D[e];
    }
  }

  /** The one that was kept there, of this sensor, as it was answered. */
  recall(place: number, sensor: number, question: StackQuestion): void {
    const numbers = this.#numbers;
    const { differences, D } = question;
    const at = place * NUMBERS;
    question.sensor = sensor;
    // Whole numbers again: a field that has been a double once is one for good.
    const cell = numbers[at] | 0;
    question.mode = (cell / BUCKETS) | 0;
    question.bucket = cell % BUCKETS;
    question.unit = numbers[at + 1];
    question.model = numbers[at + 2];
    question.modelVariance = numbers[at + 3];
    question.change = numbers[at + 4];
    question.saneVariance = numbers[at + 5];
    question.scaledVariance = numbers[at + 6];
    for (let e = 0, from = at + SCALARS; e < CHALLENGERS; e++, from++) {
      differences[e] = numbers[from];
      D[e] = numbers[from + CHALLENGERS];
    }
  }
}
