import assert from 'node:assert/strict';
import type { ChangeBlock, FilterBlock, ImputeBlock } from '../../src';
import type { ChangeEvent } from '../../src';
import { writeNumber } from '../../src/cli/csv/csv-writer';
import { collect, helper, send, startFlow, streamFlow, type Message, type StreamType } from '../nodes/flow';
import { Random } from '../support/random';
import { cells, lines, psmf } from './run';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const names = ['inlet', 'outlet', 'oil', 'flow'];

interface Row {
  /** Epoch ms; null: none. */
  readonly time: number | null;
  /** NaN: a gap. */
  readonly readings: readonly number[];
}

/** Row by row what happens to its time: how much later than the row before, or another time altogether. */
const oddTimes: Readonly<Record<number, (time: number, before: number) => number | null>> = {
  120: (_, before) => before,
  150: (time) => time - 7 * MINUTE,
  151: (time) => time - 3 * DAY,
  200: (time) => time + 7 * DAY,
  230: () => null,
};
const PAUSE = { at: 180, ms: 6 * 60 * MINUTE } as const;
const LATE = [120, 150, 151];
const AHEAD = 200;

/**
 * A recording that ends now, as a node goes by the clock of its machine: irregular, with late rows, a time twice, a pause of
 * hours, a row without a time, a clock's mistake of a week, gaps short and long, and a change.
 */
function record(): Row[] {
  const random = new Random(17);
  const frames = random.frames(720, names.length, 2, 0.12);
  const times: number[] = [];
  for (let k = 0, ms = 0; k < frames.length; k++) {
    ms += Math.round(MINUTE * (0.4 + 1.2 * random.uniform())) + (k === PAUSE.at ? PAUSE.ms : 0);
    times.push(ms);
  }
  const shift = Date.now() - MINUTE - times[times.length - 1];
  return frames.map((frame, k) => {
    const time = shift + times[k];
    const isSilent = (j: number): boolean => j === 3 && k >= 240 && k < 310;
    return {
      time: k in oddTimes ? oddTimes[k](time, shift + times[k - 1]) : time,
      readings: Array.from(frame, (y, j) => (isSilent(j) ? NaN : Number((y + (k < 600 ? 0 : 9)).toFixed(4)))),
    };
  });
}

describe('psmf and the nodes', () => {
  const rows = record();
  const text = lines([
    ['time', ...names],
    ...rows.map(({ time, readings }) => [
      time ?? '',
      ...readings.map((reading) => (Number.isNaN(reading) ? '' : reading)),
    ]),
  ]);
  afterEach(() => helper.unload());

  /** What a node with these sensors makes of the recording. */
  async function runNode(type: StreamType): Promise<{ out: Message[]; events: Message[] }> {
    await startFlow(streamFlow(type, { sensors: names.join(', ') }));
    const { out, events } = collect();
    for (const { time, readings } of rows) {
      const read = names.flatMap((name, j) => (Number.isNaN(readings[j]) ? [] : [[name, readings[j]]]));
      send(Object.fromEntries(read), time === null ? {} : { timestamp: time });
    }
    return { out: await out.reach(rows.length), events: events.messages };
  }

  /** What the command writes, without its header. */
  function runCommand(command: string, ...args: string[]): string {
    const { code, stdout, stderr } = psmf([command, '-', ...args], text);
    assert.equal(code, 0);
    assert.match(stderr, new RegExp(`: ${LATE.length} rows are late, `));
    return stdout;
  }

  const lateIn = (blocks: readonly { readonly late: boolean }[]): number[] =>
    blocks.flatMap(({ late }, k) => (late ? [k] : []));
  const written = (value: number | undefined): string => writeNumber(value ?? NaN);

  it('impute: the same values, intervals and qualities to the last digit', async () => {
    const { out } = await runNode('psmf-impute');
    const blocks = out.map((msg) => msg.psmf?.impute as ImputeBlock);
    assert.deepEqual(lateIn(blocks), LATE);
    const expected = out.map((msg, k) => [
      `${rows[k].time ?? ''}`,
      ...names.map((name) => written((msg.payload as Record<string, number | undefined>)[name])),
      ...names.flatMap((name) => {
        const { lower, upper, quality } = blocks[k];
        return [written(lower[name]), written(upper[name]), quality[name] ?? ''];
      }),
    ]);
    const [, ...got] = cells(runCommand('impute', '--intervals'));
    assert.equal(got.length, rows.length);
    got.forEach((row, k) => assert.deepEqual(row, expected[k], `row ${k}`));
    const filled = blocks.slice(AHEAD).flatMap((block) => Object.values(block.quality));
    assert.ok(filled.includes('estimated') && filled.includes('uncertain'));
  });

  it('filter: the same signal and, once it is told from the readings, the same intervals', async () => {
    const { out } = await runNode('psmf-filter');
    const blocks = out.map((msg) => msg.psmf?.filter as FilterBlock);
    assert.deepEqual(lateIn(blocks), LATE);
    const [, ...got] = cells(runCommand('filter', '--intervals'));
    assert.equal(got.length, rows.length);
    let bounded = 0;
    got.forEach((row, k) => {
      const { estimate, lower, upper } = blocks[k];
      names.forEach((name, j) => {
        if (name in estimate) assert.equal(row[1 + j], written(estimate[name]), `row ${k}`);
        const bounds = row.slice(5 + 2 * j, 7 + 2 * j);
        if (bounds.join('') === '') return;
        bounded++;
        assert.deepEqual(bounds, [written(lower[name]), written(upper[name])], `row ${k}`);
      });
    });
    assert.ok(bounded > 0.8 * rows.length * names.length);
  });

  it('changepoints: the same changes, late rows counted', async () => {
    const { out, events } = await runNode('psmf-changepoint');
    assert.deepEqual(lateIn(out.map((msg) => msg.psmf?.change as ChangeBlock)), LATE);
    const learned = rows.flatMap((_, k) => (LATE.includes(k) ? [] : [k]));
    const expected = events.map((msg) => {
      const event = msg.payload as ChangeEvent;
      const index = learned[event.index];
      if (!('detectedIndex' in event)) return { ...(event as object), index };
      const detectedIndex = learned[event.detectedIndex];
      return { ...event, index, detectedIndex, delay: detectedIndex - index };
    });
    assert.ok(expected.length > 0);
    const got = runCommand('changepoints', '--json').split('\n').slice(0, -1);
    assert.deepEqual(
      got.map((line) => JSON.parse(line) as ChangeEvent),
      expected,
    );
  });
});
