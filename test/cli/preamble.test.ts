import assert from 'node:assert/strict';
import { CsvTable } from '../../src/cli/csv/csv-table';
import { Folder, psmf } from './run';

describe('what stands above a table', () => {
  const folder = new Folder();
  after(() => folder.remove());

  const rows = '2026-03-01 10:00;1,5;2\n2026-03-01 10:01;1,6;3\n2026-03-01 10:02;1,7;4\n';
  const files: readonly (readonly [string, string, number])[] = [
    ['sep=; as spreadsheets write it', `sep=;\r\n${`time;a;b\n${rows}`.replaceAll('\n', '\r\n')}`, 1],
    ['the same behind a byte order mark', `\ufeffsep=;\ntime;a;b\n${rows}`, 1],
    ['comments', `# recorded by x, y and z\n# site: north; unit: 5\n\ntime;a;b\n${rows}`, 3],
    ['sep=; and comments', `sep=;\n#hello\ntime;a;b\n${rows}`, 2],
    ['annotations of a database', `#group;false;true\n#datatype;dateTime;double\ntime;a;b\n${rows}`, 2],
  ];
  for (const [what, text, skipped] of files)
    it(`is left out: ${what}`, async () => {
      const table = await CsvTable.open(folder.write('in.csv', text));
      const readings: number[][] = [];
      for await (const frame of table.frames()) readings.push([...frame.readings]);
      assert.deepEqual(readings, [
        [1.5, 2],
        [1.6, 3],
        [1.7, 4],
      ]);
      assert.deepEqual([table.sensorNames, table.skipped, table.decimalComma], [['a', 'b'], skipped, true]);
    });

  it('is the header if it has as many columns as the table', async () => {
    const table = await CsvTable.open(folder.write('in.csv', '# made by x\n#,a,b\n1,2,3\n2,3,4\n3,5,1\n'));
    assert.deepEqual([table.structure.names, table.skipped], [['#', 'a', 'b'], 1]);
  });

  it('is told, and another separator refused with a next step', () => {
    const file = folder.write('in.csv', `sep=;\n# hello\ntime;a;b\n${rows}`);
    const { code, stderr } = psmf(['impute', file, '-o', folder.file('out.csv')]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /the first 2 lines stand above the table and are left out/);
    const other = psmf(['impute', folder.write('pipe.csv', 'sep=|\na|b\n1|2\n')]);
    assert.notEqual(other.code, 0);
    assert.match(other.stderr, /expected comma, semicolon or tab\. Save it with one of these\./);
  });
});
