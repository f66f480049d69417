import type { NodeStatus } from 'node-red';
import type { ChangeEvent } from '../../src/change';
import { readNumber } from '../../src/frame/number';
import { recordOf } from '../../src/frame/record';
import { ChangeModel, type ChangeAnswer, type ChangeModelOptions } from '../../src/stream/change-model';
import type { ChangeBlock, StreamEvent } from '../../src/stream/messages';
import type { Behaviour, Round } from './behaviour';
import { describeReady, learning, timeOfDay, WARM_UP, warning } from './status-texts';

export function createChangeBehaviour(options: ChangeModelOptions, round: Round): Behaviour<ChangeAnswer> {
  return {
    block: 'change',
    distrustsFilled: true,
    create: () => new ChangeModel(options),
    restore: (snapshot) => ChangeModel.restore(options, snapshot),
    describe: (answer, head): ChangeBlock => ({
      key: head.key,
      time: head.time,
      seq: head.seq,
      phase: head.phase,
      late: head.late,
      score: round(answer.score),
      alarm: answer.alarm === null ? null : roundEvent(answer.alarm, round),
      rejected: answer.rejected.size === 0 ? {} : recordOf(answer.rejected),
    }),
    valueAt: (_answer, _column, isPresent, held) =>
      isPresent && typeof held === 'number' && !Number.isFinite(held) ? null : undefined,
    boundsAt({ names }, j, fields, out) {
      out.value = readNumber(fields[names[j]]);
    },
    watch: () => ({
      events: ({ alarm }): readonly StreamEvent[] =>
        alarm === null ? [] : [{ topic: 'changepoint', payload: roundEvent(alarm, round) }],
    }),
    status({ phase, seq, names }, lastChange): NodeStatus {
      if (lastChange !== null) return warning(`change ${timeOfDay(lastChange)}`);
      return phase === 'warming' ? learning(seq, WARM_UP.change) : describeReady(names.length);
    },
  };
}

/** Rounds what was computed, not indices and times; a copy, as whoever gets the message may change it. */
const roundEvent = (event: ChangeEvent, round: Round): ChangeEvent => ({
  ...event,
  score: round(event.score),
  sensors: event.sensors.map(({ name, contribution }) => ({ name, contribution: round(contribution) })),
});
