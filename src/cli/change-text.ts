import type { ChangeEvent, ChangeNews } from '../change';
import { writeTime, type TimeStyle } from './csv/time';

/** Sensors named in a line. */
const NAMED = 3;

interface SensorShare {
  readonly name: string;
  /** Of all that was seen of the change, from 0 to 1. */
  readonly share: number;
}

export function sharesOf({ sensors }: ChangeEvent): SensorShare[] {
  const all = sensors.reduce((sum, { contribution }) => sum + contribution, 0);
  return sensors.map(({ name, contribution }) => ({
    name,
    share: contribution / all,
  }));
}

/** The sensors that showed most of a change: "oil 61 %, flow 22 %, inlet 9 %". */
export const writeSensors = (event: ChangeEvent): string =>
  sharesOf(event)
    .slice(0, NAMED)
    .map(({ name, share }) => `${name.replace(/\p{Cc}/gu, ' ')} ${Math.round(100 * share)} %`)
    .join(', ');

/** The time of a change as the file writes times; null where it has none. */
export const writeEventTime = (ms: number | null, style: TimeStyle | null): string | null =>
  ms === null || style === null ? null : writeTime(ms, style);

/** A change in one line. */
export function writeChange(event: ChangeEvent, style: TimeStyle | null): string {
  const time = writeEventTime(event.time, style);
  const when = time === null ? `row ${event.index}` : `row ${event.index}, ${time}`;
  const later = event.delay === 1 ? '1 row later' : `${event.delay} rows later`;
  const found = `${when}: change, found ${later}, score ${event.score.toFixed(2)}`;
  const shown = event.sensors.length === 0 ? found : `${found}: ${writeSensors(event)}`;
  return event.summary === undefined ? shown : `${shown}; ${event.summary.replace(/\p{Cc}/gu, ' ')}`;
}

/** What is told beside changes, in one line. */
export function writeNews({ event, index, since, summary }: ChangeNews, style: TimeStyle | null): string {
  const time = writeEventTime(since, style);
  const when = time === null ? `row ${index}` : `row ${index}, ${time}`;
  return `${when}: ${event}; ${summary.replace(/\p{Cc}/gu, ' ')}`;
}
