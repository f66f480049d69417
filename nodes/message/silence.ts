import type { ImputeAnswer } from '../../src/stream/impute-model';
import type { SensorEvent, StreamEvent } from '../../src/stream/messages';
import type { Watch } from './behaviour';
import { shortenName } from './status-texts';

/** Frames without a reading after which a sensor is called silent: fewer is an everyday loss. */
export const SILENT_FRAMES = 5;
/** Names shown in a status. */
const SHOWN = 3;

/** Tells when a sensor falls silent and when it is back. */
export function createSilenceWatch(): Watch<ImputeAnswer> {
  /** By column: frames without a reading so far, and the time of the last one with. */
  const gaps: number[] = [];
  const lastRead: (number | null)[] = [];
  return {
    events({ names, outcome, gap, time }) {
      let events: StreamEvent[] | null = null;
      for (let j = 0; j < names.length; j++) {
        const before = gaps[j] ?? 0;
        const since = lastRead[j] ?? null;
        gaps[j] = gap[j];
        if (outcome[j] === 'observed') {
          lastRead[j] = time;
          if (before < SILENT_FRAMES) continue;
          (events ??= []).push(sensorEvent({ sensor: names[j], state: 'back', since, gap: before }));
        } else if (gap[j] === SILENT_FRAMES && outcome[j] !== 'unknown') {
          (events ??= []).push(sensorEvent({ sensor: names[j], state: 'silent', since, gap: gap[j] }));
        }
      }
      return events ?? [];
    },
  };
}

/** The names of the silent sensors, shortened. */
export function listSilent({ names, gap, outcome }: ImputeAnswer): string {
  const silent = names.filter((_, j) => gap[j] >= SILENT_FRAMES && outcome[j] !== 'unknown');
  const rest = silent.length - SHOWN;
  return silent.slice(0, SHOWN).map(shortenName).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

const sensorEvent = (payload: SensorEvent): StreamEvent => ({ topic: 'sensor', payload });
