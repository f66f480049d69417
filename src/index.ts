export { AdaptiveModel } from './adaptive/adaptive-model';
export type { FrameEstimates } from './adaptive/frame-estimates';
export type { Mechanisms } from './adaptive/mechanisms';
export type { AdaptiveConfig, AdaptiveOptions } from './adaptive/options';
export type { AdaptiveState } from './adaptive/state';
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
export { readFields, type Fields } from './frame/fields';
export { NamedFilter, type FilteredFrame, type NamedFilterOptions } from './frame/named-filter';
export {
  Imputer,
  type Estimates,
  type ImputedFrame,
  type ImputeOptions,
  type Outcome,
} from './impute/imputer';
export type { Quality } from './impute/quality';
export { modelNames, type Dynamics } from './models';
export { open, seal, type Envelope, type Snapshot } from './snapshot/envelope';
