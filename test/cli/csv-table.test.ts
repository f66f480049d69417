import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CsvTable, type CsvFrame, type CsvOptions } from '../../src/cli/csv/csv-table';
import { CsvWriter } from '../../src/cli/csv/csv-writer';
import { readTable } from '../../src/cli/read-table';
import { Folder } from './run';

describe('CSV tables', () => {
  const folder = new Folder();
  after(() => folder.remove());

  async function read(
    text: string,
    options: CsvOptions = {},
  ): Promise<{ table: CsvTable; frames: CsvFrame[] }> {
    const table = await CsvTable.open(folder.write('in.csv', text), options);
    const frames: CsvFrame[] = [];
    for await (const frame of table.frames()) frames.push(frame);
    return { table, frames };
  }

  const readings = (frames: readonly CsvFrame[]): number[][] => frames.map((frame) => [...frame.readings]);

  /** Times from one row to the next, in periods. */
  const steps = (frames: readonly CsvFrame[], { periodMs }: CsvTable): number[] =>
    frames
      .slice(1)
      .map(({ time }, k) => ((time?.ms ?? NaN) - (frames[k].time?.ms ?? NaN)) / (periodMs ?? NaN))
      .map((periods) => Number(periods.toFixed(6)));

  const open = (text: string): Promise<CsvTable> => CsvTable.open(folder.write('in.csv', text));

  const numbers = [
    [1.5, -2],
    [3, 4e-3],
    [5, 6],
  ];

  const plain: readonly [string, string][] = [
    ['commas', '1.5,-2\n3,4e-3\n5,6\n'],
    ['semicolons', '1.5;-2\n3;4e-3\n5;6\n'],
    ['tabs', '1.5\t-2\n3\t4e-3\n5\t6\n'],
    ['spaces', '1.5 -2\n3 4e-3\n5 6\n'],
    ['runs of spaces, also before and behind', '  1.5    -2\n   3  4e-3  \n5 6\n'],
    ['spaces and tabs', '1.5 \t -2\n3 \t 4e-3\n5 \t 6\n'],
    ['spaces after commas', '1.5, -2\n3, 4e-3\n5, 6\n'],
    ['quotes', '"1.5","-2"\n"3","4e-3"\n"5","6"\n'],
    ['Windows line ends', '1.5,-2\r\n3,4e-3\r\n5,6\r\n'],
    ['a byte order mark', '\ufeff1.5,-2\n3,4e-3\n5,6\n'],
    ['no last line end', '1.5,-2\n3,4e-3\n5,6'],
    ['empty lines', '\n1.5,-2\n\n3,4e-3\n5,6\n\n'],
  ];
  for (const [name, text] of plain) {
    it(`reads ${name}`, async () => {
      const { table, frames } = await read(text);
      assert.deepEqual(readings(frames), numbers);
      assert.equal(table.structure.hasHeader, false);
      assert.deepEqual(table.sensorNames, ['0', '1']);
      assert.deepEqual(
        frames.map(({ row, time }) => [row, time]),
        [0, 1, 2].map((row) => [row, null]),
      );
    });
  }

  it('reads empty lines within a single column as gaps, and says them in quotes again', async () => {
    for (const text of ['a\n1\n\n \n4\n5\n\n\n', 'a\r\n1\r\n\r\n\r\n4\r\n5', 'a\n1\n""\nnan\n4\n5\n']) {
      const { frames } = await read(text);
      assert.deepEqual(readings(frames), [[1], [NaN], [NaN], [4], [5]], JSON.stringify(text));
    }
    assert.deepEqual(readings((await read('a\n1\n""\n')).frames), [[1], [NaN]]);
    assert.deepEqual(readings((await read('a,b\n1,2\n\n3,4\n')).frames), [
      [1, 2],
      [3, 4],
    ]);
    const file = folder.file('out.csv');
    const writer = new CsvWriter(file, ',', false);
    for (const cell of ['1', '']) await writer.write([cell]);
    await writer.end();
    assert.equal(readFileSync(file, 'utf8'), '1\n""\n');
  });

  it('reads a single column without any delimiter', async () => {
    const { table, frames } = await read('flow\n1\n2\nnan\n');
    assert.deepEqual(table.sensorNames, ['flow']);
    assert.deepEqual(readings(frames), [[1], [2], [NaN]]);
  });

  it('ignores columns by name, and keeps their cells', async () => {
    const { table, frames } = await read('a,label,b\n1,0,2\n3,1,4\n', { ignore: ['label'] });
    assert.deepEqual(table.sensorNames, ['a', 'b']);
    assert.deepEqual(readings(frames), [
      [1, 2],
      [3, 4],
    ]);
    assert.deepEqual(frames[1].cells, ['3', '1', '4']);
    const unnamed = await read('1,0,2\n3,1,4\n', { ignore: ['1'] });
    assert.deepEqual(unnamed.table.sensorNames, ['0', '2'], 'the others keep their numbers');
  });

  it('takes every common word for a missing value, and text among numbers too', async () => {
    const { frames } = await read(
      'a,b\n1,2\n,nan\nNaN,NA\nn/a,null\nNone,ERR\n-inf,0x10\n1e999,2\n3,4\n5,6\n7,8\n9,1\n',
    );
    assert.deepEqual(readings(frames).slice(1, 7), [
      [NaN, NaN],
      [NaN, NaN],
      [NaN, NaN],
      [NaN, NaN],
      [NaN, NaN],
      [NaN, 2],
    ]);
  });

  it('keeps text columns apart from sensors, and their cells as they are', async () => {
    const { table, frames } = await read('name,a,note,b\npump,1,"x, ""y""",2\nfan,3,,4\n');
    assert.deepEqual(table.sensorNames, ['a', 'b']);
    assert.deepEqual(readings(frames), [
      [1, 2],
      [3, 4],
    ]);
    assert.deepEqual(frames[0].cells, ['pump', '1', 'x, "y"', '2']);
  });

  it('takes a column without any value for a sensor that may still speak, unless it has no name', async () => {
    const { table } = await read('a,b,\n1,,\n2,,\n');
    assert.deepEqual(table.sensorNames, ['a', 'b']);
    assert.deepEqual(table.structure.names, ['a', 'b', 'column 3']);
  });

  it('lets the caller say whether there is a header', async () => {
    const text = '1,2\n3,4\n5,6\n';
    assert.equal((await read(text)).frames.length, 3);
    const { table, frames } = await read(text, { header: true });
    assert.deepEqual([table.sensorNames, frames.length], [['1', '2'], 2]);
    assert.equal((await read('a,b\n1,2\n3,4\n5,6\n', { header: false })).frames.length, 4);
  });

  it('does not take a first row with a broken cell for a header', async () => {
    const { table, frames } = await read('ERR,1\n2,3\n4,5\n');
    assert.equal(table.structure.hasHeader, false);
    assert.deepEqual(readings(frames)[0], [NaN, 1]);
  });

  const hour = 3_600_000;
  const start = Date.UTC(2024, 1, 28, 22);
  const stamps = ['2024-02-28T22:00', '2024-02-28T23:00', '2024-02-29T00:00', '2024-02-29T03:00'];
  const times: readonly [string, string[], string?][] = [
    ['ISO', stamps.map((stamp) => `${stamp}:00Z`)],
    ['ISO with fractions', stamps.map((stamp) => `${stamp}:00.000Z`)],
    ['ISO with an offset', stamps.map((stamp) => `${stamp}:00+00:00`)],
    ['date and time with a space', stamps.map((stamp) => `${stamp.replace('T', ' ')}:00`)],
    ['date and time without seconds', stamps.map((stamp) => stamp.replace('T', ' '))],
    ['slashes', stamps.map((stamp) => `${stamp.replace('T', ' ').replaceAll('-', '/')}:00`)],
    ['day.month.year', ['28.02.2024 22:00', '28.02.2024 23:00', '29.02.2024 00:00', '29.02.2024 03:00']],
    ['epoch seconds', [0, 1, 2, 5].map((h) => `${(start + h * hour) / 1000}`)],
    ['epoch milliseconds', [0, 1, 2, 5].map((h) => `${start + h * hour}`)],
    ['date and clock in two columns', stamps.map((stamp) => `${stamp.replace('T', ',')}:00`), 'date,clock'],
  ];
  for (const [name, column, heading = 'when'] of times) {
    for (const header of ['', `${heading},a\n`]) {
      it(`reads times: ${name}${header ? ', with header' : ''}`, async () => {
        const { table, frames } = await read(header + column.map((stamp, k) => `${stamp},${k}\n`).join(''));
        assert.deepEqual(
          frames.map(({ time }) => time?.ms),
          [0, 1, 2, 5].map((h) => start + h * hour),
        );
        assert.equal(table.periodMs, hour);
        assert.deepEqual(steps(frames, table), [1, 1, 3]);
        assert.deepEqual(readings(frames), [[0], [1], [2], [3]]);
      });
    }
  }

  it('reads date and clock among spaces', async () => {
    const { table, frames } = await read('2024-01-01 10:00:00 1 2\n2024-01-01 10:00:01 3 4\n');
    assert.equal(table.periodMs, 1000);
    assert.deepEqual(readings(frames), [
      [1, 2],
      [3, 4],
    ]);
  });

  it('takes numbers of the size of a time that do not always grow for readings', async () => {
    const { table } = await read('1700000000,1\n1700000010,2\n1700000005,3\n');
    assert.equal(table.structure.sensors.length, 2);
  });

  const numberTimes: readonly [string, string, string[], number, string][] = [
    ['elapsed seconds', 'time', ['0', '0.5', '1', '2.5'], 500, 'elapsed'],
    ['elapsed seconds with a unit', 'Time (s)', ['0', '0.5', '1', '2.5'], 500, 'elapsed'],
    ['an index', 'index', ['0', '1', '2', '5'], 1000, 'elapsed'],
    ['an index without a name', '', ['0', '1', '2', '5'], 1000, 'elapsed'],
    ['t', 't', ['1', '2', '3', '6'], 1000, 'elapsed'],
    ['seconds', 'seconds', ['10', '20', '30', '60'], 10_000, 'elapsed'],
    ['timestamp', 'timestamp', ['100', '200', '300', '600'], 100_000, 'elapsed'],
    ['words that run together', 'elapsedTime', ['1', '2', '3', '6'], 1000, 'elapsed'],
    ['a counter of nanoseconds', 't', ['1', '2', '3', '6'].map((s) => `1000${s}000000000`), 1000, 'ticks'],
    ['days of a spreadsheet', 'Date', ['45351', '45352', '45353', '45356'], 24 * hour, 'days'],
    ['epoch microseconds', 'a', ['1', '2', '3', '6'].map((s) => `170000000${s}000000`), 1000, 'microseconds'],
    [
      'epoch nanoseconds',
      'a',
      ['1', '2', '3', '6'].map((s) => `170000000${s}000000000`),
      1000,
      'nanoseconds',
    ],
    ['month first', 'x', ['1/30/2024', '1/31/2024', '2/1/2024', '2/4/2024'], 24 * hour, 'month-first'],
    ['day first', 'x', ['30/1/2024', '31/1/2024', '1/2/2024', '4/2/2024'], 24 * hour, 'day-first'],
    [
      'hours to 12',
      'x',
      ['1/2/2024 11:00 AM', '1/2/2024 12:00 PM', '1/2/2024 1:00 PM', '1/2/2024 4:00 PM'],
      hour,
      'month-first',
    ],
  ];
  for (const [name, heading, column, periodMs, clock] of numberTimes) {
    it(`reads times: ${name}`, async () => {
      const { table, frames } = await read(
        `${heading},v,w\n${column.map((cell, k) => `${cell},${k},7\n`).join('')}`,
      );
      assert.deepEqual(table.structure.time, { columns: [0], clock });
      assert.deepEqual(table.sensorNames, ['v', 'w']);
      assert.equal(Math.round(table.periodMs ?? NaN), periodMs);
      assert.deepEqual(steps(frames, table), [1, 1, 3]);
    });
  }

  it('takes rising numbers under any other name for readings, and wonders', async () => {
    const column = (length: number): string =>
      Array.from({ length }, (_, k) => `${10 + k},${(k * 7) % 5}\n`).join('');
    for (const [text, wonders] of [
      [`pressure,v\n${column(30)}`, true],
      [column(30), true],
      [column(5), false],
      [`pressure,v\n${column(30)}30,1\n`, false],
    ] as const) {
      const { table } = await read(text);
      assert.deepEqual([table.structure.time, table.structure.sensors.length], [null, 2]);
      assert.equal(table.firstRises, wonders);
    }
  });

  it('takes a time-like name alone for no proof', async () => {
    const { table } = await read('index,v\n3,1\n2,2\n3,3\n1,4\n2,5\n1,6\n');
    assert.deepEqual([table.structure.time, table.sensorNames], [null, ['index', 'v']]);
  });

  it('lets the caller say which column is the time, or none', async () => {
    const text = 'time,b,when\n1,5,2024-01-01\n2,6,2024-01-02\n3,7,2024-01-05\n';
    const none = await read(text, { time: 'none' });
    assert.deepEqual([none.table.structure.time, none.table.sensorNames], [null, ['time', 'b']]);
    const when = await read(text, { time: 'when' });
    assert.deepEqual(when.table.sensorNames, ['time', 'b']);
    assert.deepEqual(steps(when.frames, when.table), [1, 3]);
    const any = await read('a,b\n1,5\n2,6\n4,7\n', { time: 'a' });
    assert.deepEqual([any.table.structure.time?.clock, any.table.sensorNames], ['elapsed', ['b']]);
    const unnamed = await read('5,1\n6,2\n7,4\n', { time: '1' });
    assert.deepEqual([unnamed.table.sensorNames, steps(unnamed.frames, unnamed.table)], [['0'], [1, 2]]);
  });

  it('gives each row as a frame: readings by name, gaps left out, and its own time', async () => {
    const { frames } = await read(
      'when,a,__proto__\n2024-01-01,1,2\n2024-01-02,3,\n,nan,4\n2024-01-04,5,6\n2024-01-05,7,8\n',
    );
    const both = (k: number): unknown => [Object.entries(frames[k].frame.fields), frames[k].frame.time];
    assert.deepEqual(both(1), [[['a', 3]], Date.UTC(2024, 0, 2)]);
    assert.deepEqual(both(2), [[['__proto__', 4]], null]);
  });

  it('as a whole, marks and counts rows that are not newer than one before', async () => {
    const seconds = [0, 10, 10, 5, 8, 30];
    const table = await readTable(
      await open(
        `x,a\n${seconds.map((s, k) => `2024-01-01 00:00:${String(s).padStart(2, '0')},${k}\n`).join('')}`,
      ),
    );
    assert.deepEqual([...table.dt], [1, 1, 0, 0, 0, 1]);
    assert.deepEqual([...table.values], [0, 1, NaN, NaN, NaN, 5]);
    assert.equal(table.late, 3);
  });

  it('counts text among numbers, which is a gap, and remembers the first', async () => {
    const { table, frames } = await read('a,b\n1,2\nERR,nan\n,off\n4, \n');
    assert.deepEqual(
      frames.map(({ readings }) => Array.from(readings)),
      [
        [1, 2],
        [NaN, NaN],
        [NaN, NaN],
        [4, NaN],
      ],
    );
    assert.deepEqual([table.texts, table.firstText], [2, { cell: 'ERR', column: 'a' }]);
  });

  it('takes numbers under a time-like name for times although a few rows are late', async () => {
    const column = Array.from({ length: 20 }, (_, k) => (k === 7 ? 2 : k));
    const table = await open(`t,a\n${column.map((t) => `${t},1\n`).join('')}`);
    const { late } = await readTable(table);
    assert.deepEqual([table.structure.time?.clock, late], ['elapsed', 1]);
  });

  it('as a whole, takes a row without a time as one period later than the one before', async () => {
    const start = Array.from({ length: 40 }, (_, k) => `2024-01-01 00:${String(k).padStart(2, '0')}`);
    const rest = ['00:40', '00:41', '', '00:43', '00:44', '00:47'].map(
      (cell) => cell && `2024-01-01 ${cell}`,
    );
    const { dt } = await readTable(
      await open(`when,a\n${[...start, ...rest].map((cell) => `${cell},1\n`).join('')}`),
    );
    assert.deepEqual([...dt.slice(40)], [1, 1, 1, 1, 1, 3]);
  });

  it('reads rows as series, with names and times', async () => {
    const { table, frames } = await read('when,2024-01-01,2024-01-02,2024-01-03\na,1,2,3\nb,4,,6\n', {
      rows: 'series',
    });
    assert.deepEqual(table.sensorNames, ['a', 'b']);
    assert.deepEqual(readings(frames), [
      [1, 4],
      [2, NaN],
      [3, 6],
    ]);
    assert.equal(table.periodMs, 24 * hour);
  });

  it('reads rows as series without names', async () => {
    const { frames } = await read('1,2,3\n4,,6\n', { rows: 'series' });
    assert.deepEqual(readings(frames), [
      [1, 4],
      [2, NaN],
      [3, 6],
    ]);
  });
});
