import type { Question } from '../question';
import type { Sensor } from '../sensor';

/** Brings the forecast back into the range seen of the sensor, widened by so many times its width. */
export function clampToRange({ low, high }: Sensor, question: Question, widening: number): void {
  const margin = widening * (high - low);
  question.forecast = Math.min(Math.max(question.forecast, low - margin), high + margin);
}
