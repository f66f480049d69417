import { summarise, type Sample, type Summary } from './statistics';

/** What went wrong with each build; null: nothing. */
export interface Failures {
  readonly base: string | null;
  readonly candidate: string | null;
}

/** What one pair of processes has to say of a row. */
export interface Outcome extends Failures {
  readonly samples: readonly Sample[];
}

/** A line of the table. */
export interface Row extends Summary {
  readonly name: string;
  readonly unit: string;
  readonly verdict: string;
  readonly notes: readonly string[];
}

/** The ratio up to which a candidate counts as equal. */
export const MOST_RATIO = 1.05;

const VERDICTS = {
  time: { good: 'no slower', bad: 'SLOWER' },
  size: { good: 'no larger', bad: 'LARGER' },
} as const;

/** Collects the outcomes of the pairs of processes for one line. */
export class Collected {
  readonly #name: string;
  readonly #unit: string;
  readonly #kind: keyof typeof VERDICTS;
  readonly #least: number;
  readonly #pairs: (readonly Sample[])[] = [];
  readonly #notes = new Set<string>();
  #isAlike = true;

  /** `least` is what can be told from nothing. */
  constructor(name: string, unit: string, kind: keyof typeof VERDICTS, least = 0) {
    this.#name = name;
    this.#unit = unit;
    this.#kind = kind;
    this.#least = least;
  }

  /** `scale` is what the row's unit is in that of the outcome. */
  add({ samples, base, candidate }: Outcome, scale = 1): void {
    this.#pairs.push(
      samples.map((sample) => ({ base: sample.base / scale, candidate: sample.candidate / scale })),
    );
    if (base !== null) this.note(`the base cannot run this: ${base}`);
    if (candidate !== null) this.note(`the candidate cannot run this: ${candidate}`);
  }

  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** The two builds do not do the same work here: there are figures, and no verdict. */
  noteUnlike(sentence: string): void {
    this.#isAlike = false;
    this.note(sentence);
  }

  toRow(): Row {
    const summary = summarise(this.#pairs, this.#least);
    const verdict = this.#isAlike ? judge(summary, this.#kind) : 'other work';
    return { name: this.#name, unit: this.#unit, ...summary, verdict, notes: [...this.#notes] };
  }
}

/** A figure that is the same whenever it is taken. */
export function exactRow(name: string, unit: string, base: number, candidate: number): Row {
  const row = new Collected(name, unit, 'size');
  row.add({ samples: [{ base, candidate }], base: null, candidate: null });
  return row.toRow();
}

/** Worse only if the whole interval says so. */
export function judge({ low }: Pick<Summary, 'low'>, kind: keyof typeof VERDICTS): string {
  if (Number.isNaN(low)) return '-';
  return low <= MOST_RATIO ? VERDICTS[kind].good : VERDICTS[kind].bad;
}
