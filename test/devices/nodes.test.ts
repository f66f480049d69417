import assert from 'node:assert/strict';
import { cases } from './families';
import { runNode, valueAt } from './node-run';

describe('what devices send, through psmf-impute', () => {
  for (const each of cases) {
    const { family, name, sensors, gap, silent, status, rounds = 48 } = each;
    it(`${family}: ${name}`, async () => {
      const run = await runNode(each);
      assert.deepEqual([...run.names].sort(), [...sensors].sort());
      assert.ok(run.seq >= rounds - 2, `${run.seq} frames learned`);
      const shown = `${run.status?.fill}: ${run.status?.text}`;
      if (status === undefined) assert.match(shown, /^(green|blue|yellow: filled)/, shown);
      else assert.ok(run.status?.fill === status.fill && status.text.test(run.status.text ?? ''), shown);
      for (const [path, expected] of Object.entries(gap?.filled ?? {})) {
        const value = valueAt(run.answers[0]?.payload, path);
        if (typeof expected !== 'number') assert.equal(value, expected);
        else
          assert.ok(
            typeof value === 'number' && Math.abs(value - expected) <= (gap?.within ?? 4),
            `${path}: ${String(value)}`,
          );
      }
      if (gap !== undefined) assert.equal(typeof run.answers[0]?.payload, typeof run.out[0].payload);
      if (silent !== undefined) {
        const gone = run.events.map(({ payload }) => payload as Record<string, unknown>);
        assert.deepEqual(gone.map(({ sensor }) => sensor).sort(), [...silent.sensors].sort());
        assert.deepEqual(
          [...new Set(gone.map(({ state, reason }) => `${String(state)} ${String(reason)}`))],
          ['silent offline'],
        );
      } else {
        assert.deepEqual(run.events, []);
      }
    });
  }
});
