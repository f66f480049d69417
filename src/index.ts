export {
  createDetector,
  methods,
  restoreDetector,
  sensitivities,
  type ChangeDetector,
  type ChangeEvent,
  type DetectorOptions,
  type DetectorState,
  type Method,
  type SensorContribution,
  type Sensitivity,
  type Verdict,
} from './change';
export { PsmfError, type ErrorCode } from './errors';
export type { FrameReport } from './filter/frame-report';
export type { FilterConfig, FilterOptions } from './filter/options';
export type { Estimate } from './filter/predict';
export { PsmfFilter } from './filter/psmf-filter';
export type { FilterState } from './filter/state';
export { modelNames, type Dynamics } from './models';
export { open, seal, type Envelope, type Snapshot } from './snapshot/envelope';
