/** What a worker measures in one build. */
export interface Subject {
  /** By name: works through so many frames and returns their CPU time in microseconds. */
  readonly timed?: Readonly<Record<string, (count: number) => number | Promise<number>>>;
  /** By name: a figure that is read once. */
  readonly gauges?: Readonly<Record<string, () => number | Promise<number>>>;
}

/** What the driver asks of a worker. */
export type Request =
  | { readonly do: 'start' }
  | { readonly do: 'run'; readonly name: string; readonly count: number }
  | { readonly do: 'read'; readonly name: string };

/** What comes back: the answer, or a sentence that says why there is none. */
export type Reply<T> = { readonly value: T } | { readonly failure: string };

/** CPU time of a run in microseconds. */
export interface Run {
  /** Of the frames alone. */
  readonly time: number;
  /** Of everything, what was made ready for them included. */
  readonly spent: number;
}
