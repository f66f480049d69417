import { PsmfError } from '../errors';
import type { Envelope } from './format';

/** Entry v turns an envelope of version v into one of version v + 1. */
export type Migrations = Readonly<Record<number, (envelope: Envelope) => Envelope>>;

/** Every step from a released version to the next. */
export const migrations: Migrations = {};

/** The envelope at version `target`; refuses a newer one, and an older one that no step leads up from. */
export function migrate(envelope: Envelope, target: number, steps: Migrations): Envelope {
  let current = envelope;
  while (current.version !== target) {
    const step =
      current.version < target && Object.hasOwn(steps, current.version) ? steps[current.version] : undefined;
    if (step === undefined) {
      throw new PsmfError(
        'BAD_SNAPSHOT',
        'Snapshot refused for its version',
        `${target}, or an older one with a migration`,
        `${current.version}`,
        envelope.version > target ? 'Update this package to the release that wrote it.' : 'Start afresh.',
      );
    }
    current = { ...step(current), version: current.version + 1 };
  }
  return current;
}
