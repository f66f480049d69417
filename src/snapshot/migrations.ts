import { refusedSnapshot } from '../errors';
import type { Json } from './canonical-json';
import type { Envelope } from './format';

/** Entry v turns an envelope of version v into one of version v + 1, but for the data, which is read as it was written. */
export type Migrations = Readonly<Record<number, (envelope: Envelope) => Envelope>>;

/** Every step from a released version to the next. */
export const migrations: Migrations = {
  1: (envelope) => ({ ...envelope, meta: withoutSwitches(envelope.meta) }),
  2: (envelope) => envelope,
};

/** Where settings stand in meta: by type of node. */
const HOLDERS = ['config', 'model', 'settings'];

/** Release 0.1.0 wrote into the settings which parts of the default model were switched on: all those there are today. */
function withoutSwitches(meta: Json): Json {
  if (meta === null || typeof meta !== 'object' || Array.isArray(meta)) return meta;
  return Object.fromEntries(
    Object.entries(meta as Readonly<Record<string, Json>>)
      .filter(([name]) => name !== 'mechanisms')
      .map(([name, part]) => [name, HOLDERS.includes(name) ? withoutSwitches(part) : part]),
  );
}

/** The envelope at version `target`; refuses a newer one, and an older one that no step leads up from. */
export function migrate(envelope: Envelope, target: number, steps: Migrations): Envelope {
  let current = envelope;
  while (current.version !== target) {
    const step =
      current.version < target && Object.hasOwn(steps, current.version) ? steps[current.version] : undefined;
    if (step === undefined) {
      const isNewer = envelope.version > target;
      throw refusedSnapshot(
        'its version',
        `${target}, or an older one with a migration`,
        `${current.version}`,
        isNewer ? 'Update this package to the release that wrote it.' : 'Start afresh.',
      );
    }
    current = { ...step(current), version: current.version + 1 };
  }
  return current;
}
