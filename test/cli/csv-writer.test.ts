import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CsvWriter } from '../../src/cli/csv/csv-writer';

describe('CSV writer', () => {
  it('leaves nothing behind when it is abandoned before its file is open', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'psmf-writer-'));
    try {
      const files = Array.from({ length: 20 }, (_, i) => path.join(folder, `${i}.csv`));
      await Promise.all(files.map((file) => new CsvWriter(file, ',', false).abandon()));
      await pause(50);
      assert.deepEqual(readdirSync(folder), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
