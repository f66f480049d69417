import assert from 'node:assert/strict';
import type { Fields, Frame } from '../../src';
import { SensorColumns } from '../../src/frame/columns';

const frameOf = (fields: Fields, filled?: ReadonlySet<string>): Frame => ({
  fields,
  time: null,
  arrival: 0,
  filled,
});

describe('SensorColumns', () => {
  const known = (): SensorColumns => {
    const columns = new SensorColumns({});
    const frame = frameOf({ known: 1, gone: 2 });
    columns.read(frame);
    columns.join(frame);
    return columns;
  };

  it('finds readings, joining sensors and rejected values, and leaves the rest alone', () => {
    const columns = known();
    const frame = frameOf({ unit: '°C', zeta: 1, known: 'broken', alpha: '2', nothing: null, gone: null });
    columns.read(frame);
    assert.deepEqual(columns.joining, ['alpha', 'zeta']);
    assert.deepEqual([...columns.rejected], [['known', 'text that is not a plain decimal number']]);
    columns.join(frame);
    assert.deepEqual(columns.names, ['gone', 'known', 'alpha', 'zeta']);
    assert.deepEqual([...columns.readings], [NaN, NaN, 2, 1]);
  });

  it('sees only the fields of the frame itself', () => {
    const columns = known();
    columns.read(frameOf(Object.create({ known: 1, inherited: 1 }) as Fields));
    assert.deepEqual([[...columns.readings], columns.joining], [[NaN, NaN], []]);
  });

  it('takes no name beyond 256 characters for a sensor', () => {
    const columns = new SensorColumns({});
    columns.read(frameOf({ ['x'.repeat(257)]: 1, ['y'.repeat(256)]: 2 }));
    assert.deepEqual(columns.joining, ['y'.repeat(256)]);
  });

  it('does not reject what was filled: it is a gap', () => {
    const columns = known();
    columns.read(frameOf({ known: 'x', gone: 5, ghost: 1 }, new Set(['known', 'gone', 'ghost'])));
    assert.deepEqual(
      [[...columns.readings], columns.joining.length, columns.rejected.size],
      [[NaN, NaN], 0, 0],
    );
  });

  it('forgets a frame with the next', () => {
    const columns = known();
    columns.read(frameOf({ known: 'x', gone: 5, zeta: 1 }));
    columns.read(frameOf({}));
    assert.deepEqual(
      [[...columns.readings], columns.joining.length, columns.rejected.size],
      [[NaN, NaN], 0, 0],
    );
  });
});
