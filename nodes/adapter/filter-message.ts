import type { NodeMessage } from 'node-red';
import type { Fields } from '../../src/frame/fields';
import type { FilteredFrame } from '../../src/frame/named-filter';
import { recordOf, setField } from '../../src/frame/record';

type Numbers = Record<string, number>;

/** `msg.psmf.filter`: what psmf-filter says of one frame. */
export interface FilterBlock {
  readonly key: string;
  /** Epoch ms. */
  readonly time: number;
  readonly seq: number;
  readonly phase: 'warming' | 'ready';
  readonly late: boolean;
  /** For every sensor known so far: the signal behind its readings, its standard deviation, and mean -+ 2 sd. */
  readonly estimate: Numbers;
  readonly sd: Numbers;
  readonly lower: Numbers;
  readonly upper: Numbers;
  /** Reading less estimate, for the sensors that were read. */
  readonly residual: Numbers;
  readonly outliers: readonly string[];
  readonly rejected: Readonly<Record<string, string>>;
  readonly features: readonly number[];
}

/**
 * Puts the answer into the message it came with. The payload keeps its fields and their order, in a new object, because
 * whoever sent the message may still hold the old one; a field that is a sensor now holds the sensor's estimate.
 */
export function writeFilterAnswer(
  msg: NodeMessage,
  fields: Fields,
  frame: FilteredFrame,
  time: number,
): void {
  const block = describeFrame(frame, time);
  const payload: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    setField(payload, name, Object.hasOwn(block.estimate, name) ? block.estimate[name] : fields[name]);
  }
  msg.payload = payload;
  msg.psmf = { ...otherBlocks(msg.psmf), filter: block };
}

const otherBlocks = (psmf: unknown): object =>
  psmf !== null && typeof psmf === 'object' && !Array.isArray(psmf) ? psmf : {};

function describeFrame(frame: FilteredFrame, time: number): FilterBlock {
  const { names, mean, sd } = frame;
  const each = (number: (j: number) => number): Numbers => {
    const record: Numbers = {};
    for (let j = 0; j < names.length; j++) {
      const value = number(j);
      if (!Number.isNaN(value)) setField(record, names[j], value);
    }
    return record;
  };
  return {
    key: '',
    time,
    seq: frame.seq,
    phase: frame.phase,
    late: false,
    estimate: each((j) => mean[j]),
    sd: each((j) => sd[j]),
    lower: each((j) => mean[j] - 2 * sd[j]),
    upper: each((j) => mean[j] + 2 * sd[j]),
    residual: each((j) => frame.residual[j]),
    outliers: frame.outliers,
    rejected: recordOf(frame.rejected),
    features: frame.features,
  };
}
