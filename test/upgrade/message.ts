import type { Settings } from './editor-defaults';

/** A message that brings a payload where a node with these settings looks for it. */
export function messageFor(settings: Settings, key: string, payload: unknown, time?: number): object {
  const path = (name: string, usual: string): string[] => textOf(settings[name], usual).split('.');
  const message: Record<string, unknown> = {};
  put(message, path('property', 'payload'), payload);
  if (key !== '') put(message, path('keyProperty', ''), key);
  if (time !== undefined) put(message, path('timeProperty', 'timestamp'), time);
  return message;
}

/** Frames with their times in them, as a batch wants them. */
export const stampAll = (
  settings: Settings,
  frames: readonly object[],
  timeOf: (i: number) => number,
): object[] =>
  frames.map((frame, i) => ({ ...frame, [textOf(settings.timeProperty, 'timestamp')]: timeOf(i) }));

const textOf = (value: unknown, usual: string): string =>
  typeof value === 'string' && value !== '' ? value : usual;

function put(message: Record<string, unknown>, [first, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) message[first] = value;
  else put((message[first] ??= {}) as Record<string, unknown>, rest, value);
}
