import { asideKey } from '../../src/snapshot/store-keys';
import type { Answer, ContextStore } from './context-store';

/** A value and the context key it stands under. */
export interface Stored {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Exchanges what stands under two keys. The first value stands under a third key meanwhile, so that, wherever it is cut short,
 * each of the two is still in the store.
 */
export function exchange(store: ContextStore, first: Stored, second: Stored, done: Answer<void>): void {
  const spare = asideKey(first.key, 'exchange');
  const steps: readonly Stored[] = [
    { key: spare, value: first.value },
    { key: first.key, value: second.value },
    { key: second.key, value: first.value },
    { key: spare, value: undefined },
  ];
  const take = (step: number): void => {
    if (step === steps.length) return done(null);
    const { key, value } = steps[step];
    store.write(key, value, (error) => {
      if (error !== null) done(error);
      else take(step + 1);
    });
  };
  take(0);
}
