import assert from 'node:assert/strict';
import { CsvTable, type CsvFrame, type CsvOptions } from '../../src/cli/csv/csv-table';
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
        frames.map(({ row, dt, time }) => [row, dt, time]),
        [0, 1, 2].map((row) => [row, 1, null]),
      );
    });
  }

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
        assert.deepEqual(
          frames.map(({ dt }) => dt),
          [1, 1, 1, 3],
        );
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

  it('takes a row that is not newer than the one before as one period later, and counts it', async () => {
    const { table, frames } = await read(
      't,a\n2024-01-01 00:00:00,1\n2024-01-01 00:00:10,2\n2024-01-01 00:00:10,3\n2024-01-01 00:00:05,4\n2024-01-01 00:00:25,5\n',
    );
    assert.deepEqual(
      frames.map(({ dt }) => dt),
      [1, 1, 1, 1, 2],
    );
    assert.equal(table.late, 2);
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
