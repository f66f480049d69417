type Numbers = Readonly<Record<string, number>>;

interface Head {
  readonly key: string;
  readonly time: number;
  readonly seq: number;
  readonly phase: 'warming' | 'ready';
  readonly late: boolean;
}

interface Intervals {
  readonly estimate: Numbers;
  readonly sd: Numbers;
  readonly lower: Numbers;
  readonly upper: Numbers;
}

/** The parts of `msg.psmf` that the tests look at, as flows of released versions read them. */
export interface Blocks {
  readonly filter?: Head &
    Intervals & {
      readonly features: readonly number[];
      readonly forecast: readonly { readonly time: number; readonly mean: Numbers }[];
    };
  readonly impute?: Head &
    Intervals & {
      readonly filled: readonly string[];
      readonly gap: Numbers;
      readonly expired: readonly string[];
    };
  readonly change?: Head & {
    readonly score: number;
    readonly alarm: { readonly index: number; readonly detectedIndex: number } | null;
  };
}
