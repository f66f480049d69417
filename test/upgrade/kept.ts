import assert from 'node:assert/strict';

/** Fails if a name is missing; more are welcome. */
export function assertKept(what: string, frozen: readonly string[], present: Iterable<string>): void {
  const there = new Set(present);
  const missing = frozen.filter((name) => !there.has(name));
  assert.ok(
    missing.length === 0,
    `${what}: ${missing.join(', ')} went missing. Users of released versions rely on it: keep it, or migrate what they ` +
      'have and add an entry to CHANGELOG.md.',
  );
}
