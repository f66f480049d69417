import assert from 'node:assert/strict';
import { events, surviveEvent } from '../../bench/impute/events';

describe('a sensor that reads on another scale, with challengers', () => {
  it('is filled better than by the last value soon after', () => {
    const { error, last, finite } = surviveEvent(events.shrinks, 6);
    assert.ok(finite);
    assert.ok(error < last, `${error}, the last value ${last}`);
  });
});
