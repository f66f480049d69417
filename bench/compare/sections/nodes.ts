import { Collected, type Row } from '../row';
import { WorkerPair } from '../worker-pair';
import { NODE_TYPES } from '../worker/node-types';
import { SENSORS, SHAPES, type Shape } from '../worker/shapes';
import type { Comparison, SectionMaker } from './section';

/** The cost of the way to the node and from it goes out in a difference, so a round has to be longer here. */
const TIMES_AS_LONG = 3;
/** Microseconds: a message that is only handed on costs ten, and such a part of it cannot be told from nothing. */
const LEAST_TIME = 1;

const NAMES: Readonly<Record<Shape, string>> = {
  object: `object of ${SENSORS} fields, a tenth null`,
  text: 'the same as JSON text, answered or handed on unread',
  readings: `single reading, ${SENSORS} a frame`,
};
/** Messages of a frame, for the cost of one. */
const MESSAGES: Readonly<Record<Shape, number>> = { object: 1, text: 1, readings: SENSORS };

export const createNodeSection: SectionMaker = (effort) => ({
  title:
    'A message of each node in a running Node-RED, beyond a node that hands on as many messages and does nothing else ' +
    '(a difference, which noise can take below 0)',
  parts: NODE_TYPES.length * effort.pairs,
  async measure(comparison, done) {
    const rows: Row[] = [];
    for (const type of NODE_TYPES) rows.push(...(await measureNode(comparison, type, () => done(type))));
    return rows;
  },
});

async function measureNode({ roots, effort }: Comparison, type: string, done: () => void): Promise<Row[]> {
  const rows = SHAPES.map((shape) => ({
    shape,
    row: new Collected(`${type}, ${NAMES[shape]}`, 'µs', 'time', LEAST_TIME / MESSAGES[shape]),
  }));
  const parsing = new Collected(`JSON.parse of that text, in the process of ${type}`, 'µs', 'time');
  const turns = {
    ...effort,
    roundMs: TIMES_AS_LONG * effort.roundMs,
    warmUpMs: TIMES_AS_LONG * effort.warmUpMs,
  };
  for (let pair = 0; pair < effort.pairs; pair++) {
    const workers = await WorkerPair.open(roots, 'node', { type }, pair);
    for (const { shape, row } of rows) {
      const outcome = await workers.measureInTurns(shape, turns);
      row.add(outcome, MESSAGES[shape]);
      if (outcome.base === null && outcome.candidate === null) await noteAnswered(workers, shape, row);
    }
    parsing.add(await workers.measureInTurns('parse', effort));
    await workers.close();
    done();
  }
  return [...rows.map(({ row }) => row.toRow()), parsing.toRow()];
}

/** A node that does not understand the messages hands them on, and that is what was measured. */
async function noteAnswered(workers: WorkerPair, shape: Shape, row: Collected): Promise<void> {
  const [{ base, candidate }] = (await workers.read(`${shape}Answered`)).samples;
  if (base === 0 && candidate === 0) row.note('both builds hand these messages on unread.');
  else if (base === 1 && candidate === 1 && shape === 'text') row.note('both builds answer these messages.');
  else if (base === 0) row.noteUnlike('the base hands these messages on unread, the candidate answers them.');
  else if (candidate === 0)
    row.noteUnlike('the candidate hands these messages on unread, the base answers them.');
}
