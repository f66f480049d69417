import { firstAlarmOf, type ChangeEvent, type ChangeNews } from '../../src/change';
import { readNumber } from '../../src/frame/number';
import { recordOf } from '../../src/frame/record';
import { ChangeModel, type ChangeAnswer, type ChangeModelOptions } from '../../src/stream/change-model';
import type { ChangeBlock, StreamEvent } from '../../src/stream/messages';
import type { Behaviour, Round } from './behaviour';
import { mark } from './shown-frame';
import { countSensors, describeReady, learning, timeOfDay, warning, type Shown } from './status-texts';

export function createChangeBehaviour(options: ChangeModelOptions, round: Round): Behaviour<ChangeAnswer> {
  const warmUp = firstAlarmOf(options.method);
  return {
    block: 'change',
    warmUp,
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
      pause: answer.pause,
      maintenance: answer.maintenance,
      rejected: answer.rejected.size === 0 ? {} : recordOf(answer.rejected),
    }),
    valueAt: (_answer, _column, isPresent, held) =>
      isPresent && typeof held === 'number' && !Number.isFinite(held) ? null : undefined,
    boundsAt({ names }, j, fields, out) {
      out.value = readNumber(fields[names[j]]);
    },
    show({ readings }, shown) {
      for (let j = 0; j < shown.value.length; j++) {
        shown.value[j] = readings[j];
        shown.mark[j] = Number.isNaN(readings[j]) ? mark.none : mark.observed;
      }
    },
    watch: () => ({
      events: ({ alarm, news }): readonly StreamEvent[] => {
        if (alarm === null && news.length === 0) return NO_EVENTS;
        const events = news.map((event): StreamEvent => ({
          topic: event.event,
          payload: roundNews(event, round),
        }));
        return alarm === null
          ? events
          : [{ topic: 'changepoint', payload: roundEvent(alarm, round) }, ...events];
      },
    }),
    setMaintenance: (model, isOn) => void ((model as ChangeModel).maintenance = isOn),
    acknowledge: (model, id) => (model as ChangeModel).acknowledge(id),
    status({ phase, seq, names, pause, maintenance }, lastChange): Shown {
      if (maintenance) return { fill: 'grey', shape: 'dot', text: (say) => say('maintenance') };
      if (lastChange !== null) {
        return warning((say) => {
          const change = say('change', { time: timeOfDay(lastChange) });
          return pause > 0 ? `${change}, ${say('pause', { frames: pause })}` : change;
        });
      }
      return phase === 'warming' ? learning(seq, warmUp) : describeReady(countSensors(names));
    },
  };
}

const NO_EVENTS: readonly StreamEvent[] = [];

const roundNews = (news: ChangeNews, round: Round): ChangeNews => {
  if (news.event === 'resolved' || news.correction === null) return { ...news };
  const correction = { factor: news.correction.factor, offset: round(news.correction.offset) };
  if (news.event === 'fault') return { ...news, correction };
  return { ...news, correction, rate: round(news.rate), size: round(news.size) };
};

const roundSensor = (
  sensor: ChangeEvent['sensors'][number],
  round: Round,
): ChangeEvent['sensors'][number] => {
  const contribution = round(sensor.contribution);
  if (!('before' in sensor)) return { ...sensor, contribution };
  const { before, after } = sensor;
  return {
    ...sensor,
    contribution,
    before: { level: round(before.level), spread: round(before.spread) },
    after: { level: round(after.level), spread: round(after.spread) },
  };
};

/** Rounds what was computed, not indices and times; a copy, as whoever gets the message may change it. */
const roundEvent = (event: ChangeEvent, round: Round): ChangeEvent => ({
  ...event,
  score: round(event.score),
  sensors: event.sensors.map((sensor) => roundSensor(sensor, round)),
});
