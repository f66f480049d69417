import { readFileSync, writeFileSync } from 'node:fs';
import { ChangeModel, FilterModel, ImputeModel, open, seal, type Envelope } from '../../src';

/** Reads what is in one file and writes to another what came of it; run by Node.js for whatever processor. */

type Fields = Record<string, number | null>;

export interface Task {
  readonly frames: readonly Fields[];
  /** Number of the first frame. */
  readonly from: number;
  /** States to go on from, by model; empty: from nothing. */
  readonly states: Readonly<Record<string, Envelope>>;
}

export interface Work {
  readonly processor: string;
  /** The state at the end, by model. */
  readonly states: Readonly<Record<string, Envelope>>;
  /** What the model said of each frame, by model. */
  readonly answers: Readonly<Record<string, readonly (readonly number[])[]>>;
}

const START = Date.UTC(2026, 0, 1);
const EVERY_MS = 1000;

const models = {
  impute: (kept?: Envelope) => (kept ? ImputeModel.restore({}, open(kept)) : new ImputeModel()),
  filter: (kept?: Envelope) => (kept ? FilterModel.restore({}, open(kept)) : new FilterModel()),
  change: (kept?: Envelope) => (kept ? ChangeModel.restore({}, open(kept)) : new ChangeModel()),
};

function work({ frames, from, states }: Task): Work {
  const kept: Record<string, Envelope> = {};
  const answers: Record<string, number[][]> = {};
  for (const [name, create] of Object.entries(models)) {
    const model = create(states[name]);
    let time = 0;
    answers[name] = frames.map((fields, t) => {
      time = START + EVERY_MS * (from + t);
      return numbersIn(model.learnOne({ fields, time, arrival: time }));
    });
    const snapshot = model.snapshot();
    if (snapshot === null) throw new Error(`${name} has learned nothing`);
    kept[name] = seal({ ...snapshot, node: name, key: '', time });
  }
  return { processor: process.arch, states: kept, answers };
}

/** Every number of an answer, in its order. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(numbersIn);
}

const [input, output] = process.argv.slice(2);
writeFileSync(output, JSON.stringify(work(JSON.parse(readFileSync(input, 'utf8')) as Task)));
