import { readChoice } from '../options';
import { BocpdDetector } from './bocpd/bocpd-detector';
import { checkState, type ChangeDetector, type DetectorState } from './detector';
import type { SensorOptions } from './names';
import { ScanDetector } from './scan/scan-detector';
import type { Sensitivity } from './sensitivity';
import { PeltDetector } from './windowed/pelt-detector';
import type { Input } from './windowed/signal';

export const methods = ['scan', 'bocpd', 'pelt-features', 'pelt-values'] as const;
export type Method = (typeof methods)[number];

export interface DetectorOptions extends SensorOptions {
  readonly method?: Method;
  readonly sensitivity?: Sensitivity;
}

interface Maker {
  create(options: DetectorOptions): ChangeDetector;
  restore(state: DetectorState): ChangeDetector;
}

const peltOn = (input: Input): Maker => ({
  create: (options) => new PeltDetector({ ...options, input }),
  restore: (state) => PeltDetector.restore(state),
});

const makers: Readonly<Record<Method, Maker>> = {
  scan: { create: (options) => new ScanDetector(options), restore: (state) => ScanDetector.restore(state) },
  bocpd: {
    create: (options) => new BocpdDetector(options),
    restore: (state) => BocpdDetector.restore(state),
  },
  'pelt-features': peltOn('features'),
  'pelt-values': peltOn('values'),
};

export function createDetector(options: DetectorOptions): ChangeDetector {
  return makers[readChoice('method', options.method ?? 'scan', methods)].create(options);
}

/** A detector that goes on exactly where the snapshot was taken. */
export function restoreDetector(state: DetectorState): ChangeDetector {
  const { method } = checkState(state);
  return makers[readChoice('method', method, methods)].restore(state);
}

export type { ChangeDetector, ChangeEvent, DetectorState, SensorContribution, Verdict } from './detector';
export { sensitivities, type Sensitivity } from './sensitivity';
