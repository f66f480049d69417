/** A model of one size, and which of its kernels run as loops: names with + between them. */
export interface Task {
  readonly model: 'paper' | 'default';
  readonly sensors: number;
  readonly rank: number;
  readonly loop: string;
  /** CPU milliseconds of warm-up, and of each round. */
  readonly warmUpMs: number;
  readonly roundMs: number;
}

interface Section {
  readonly model: Task['model'];
  readonly title: string;
  /** From a small plant to a large one; ranks that users choose, the usual 4 included, or that the default model finds. */
  readonly sizes: readonly Pick<Task, 'sensors' | 'rank'>[];
  readonly kernels: readonly string[];
}

export const SECTIONS: readonly Section[] = [
  {
    model: 'paper',
    title: "A step of the paper's filter",
    sizes: [
      { sensors: 3, rank: 1 },
      { sensors: 8, rank: 3 },
      { sensors: 20, rank: 4 },
      { sensors: 74, rank: 10 },
      { sensors: 505, rank: 10 },
    ],
    kernels: [
      ...['residuals', 'gram', 'weightedGram', 'addOuter', 'quadratics', 'correction'],
      ...['weigh', 'downdate', 'traceProduct', 'scaleSymmetric'],
      'weigh + downdate + traceProduct + scaleSymmetric',
    ],
  },
  {
    model: 'default',
    title: 'A frame of the default model',
    sizes: [8, 27, 100, 500].map((sensors) => ({ sensors, rank: 8 })),
    kernels: [
      'quadratic',
      'dot',
      'regress',
      'regressLeftOut',
      'project',
      'projectFully',
      'correct',
      'expertCalls',
    ],
  },
];
