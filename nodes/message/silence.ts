import type { ImputeAnswer } from '../../src/stream/impute-model';
import type { SensorEvent, StreamEvent } from '../../src/stream/messages';
import type { Watch } from './behaviour';
import { shortenName, type Shown, warning } from './status-texts';

/** Names shown in a status. */
const SHOWN = 3;

/** Tells when a sensor falls silent and when it is back. */
export function createSilenceWatch(): Watch<ImputeAnswer> {
  /** By column: frames without a reading so far, and the time of the last one with. */
  const gaps: number[] = [];
  const lastRead: (number | null)[] = [];
  /** Columns of sensors whose device is gone, and that was told. */
  const gone = new Set<number>();
  const isSilent: boolean[] = [];
  let known: readonly string[] = [];
  /** A column whose sensor was let go may be of another now, of which nothing is known. */
  const followNames = (names: readonly string[]): void => {
    for (let j = 0; j < known.length; j++) {
      if (known[j] === names[j]) continue;
      gaps[j] = 0;
      lastRead[j] = null;
      isSilent[j] = false;
      gone.delete(j);
    }
    known = names;
  };
  return {
    events({ names, outcome, gap, time, silentAfter }) {
      let events: StreamEvent[] | null = null;
      if (names !== known) followNames(names);
      for (let j = 0; j < names.length; j++) {
        const before = gaps[j] ?? 0;
        const since = lastRead[j] ?? null;
        gaps[j] = gap[j];
        if (outcome[j] === 'observed') {
          lastRead[j] = time;
          const wasGone = gone.delete(j);
          if (!wasGone && isSilent[j] !== true) continue;
          isSilent[j] = false;
          (events ??= []).push(sensorEvent({ sensor: names[j], state: 'back', since, gap: before }));
        } else if (gap[j] >= silentAfter[j] && isSilent[j] !== true && outcome[j] !== 'unknown') {
          isSilent[j] = true;
          // A node that starts within a gap has told of it before.
          if (gap[j] > silentAfter[j] || gone.has(j)) continue;
          (events ??= []).push(sensorEvent({ sensor: names[j], state: 'silent', since, gap: gap[j] }));
        }
      }
      return events ?? [];
    },
    noteGone(sensors, names) {
      const events: StreamEvent[] = [];
      names.forEach((sensor, j) => {
        if (gone.has(j) || !sensors.includes(sensor)) return;
        gone.add(j);
        const gap = gaps[j] ?? 0;
        const since = lastRead[j] ?? null;
        if (isSilent[j] !== true)
          events.push(sensorEvent({ sensor, state: 'silent', since, gap, reason: 'offline' }));
      });
      return events;
    },
    listGone: (names) => names.filter((_, j) => gone.has(j)),
  };
}

/** The sensors that are silent. */
export const listSilent = ({ names, gap, outcome, silentAfter }: ImputeAnswer): readonly string[] =>
  names.filter((_, j) => gap[j] >= silentAfter[j] && outcome[j] !== 'unknown');

/** Some of their names, shortened, and how many more there are. */
export function describeSilent(silent: readonly string[]): Shown {
  const names = silent.slice(0, SHOWN).map(shortenName).join(', ');
  const more = silent.length - SHOWN;
  return warning((say) => (more > 0 ? say('silent-more', { names, more }) : say('silent', { names })));
}

const sensorEvent = (payload: SensorEvent): StreamEvent => ({ topic: 'sensor', payload });
