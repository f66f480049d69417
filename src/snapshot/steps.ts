/** Work that may rest between two steps, each of a few milliseconds, so that a long one holds nothing else up. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All of it at once. */
export function finish<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
