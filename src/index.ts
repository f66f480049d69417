export { AdaptiveModel } from './adaptive/adaptive-model';
export type { FrameEstimates } from './adaptive/estimates';
export type { AdaptiveConfig, AdaptiveOptions, AdaptiveState } from './adaptive/options';
export { readLimits, type Limit } from './ahead/limit';
export { LimitWatch, type LimitEvent, type LimitFrame } from './ahead/limit-watch';
export {
  createDetector,
  methods,
  restoreDetector,
  sensitivities,
  type ChangeDetector,
  type ChangedSensor,
  type ChangeEvent,
  type ChangeKind,
  type ChangeMeaning,
  type ChangeNews,
  type ChangeWords,
  type Correction,
  type DetectorOptions,
  type DetectorState,
  type DriftEvent,
  type FaultEvent,
  type Method,
  type LevelSpread,
  type MethodName,
  type ResolvedEvent,
  type SensorContribution,
  type Sensitivity,
  type Verdict,
} from './change';
export { PsmfError, type ErrorCode } from './errors';
export { Fit, type Attempt, type FitProgress, type FitResult, type FitState } from './fit/fit';
export type { FitProblem, FitStart } from './fit/fit-problem';
export { runFit, runFitInSlices, type FitControl } from './fit/run-fit';
export type { FrameReport } from './filter/frame-report';
export type { FilterConfig, FilterOptions } from './filter/options';
export type { Estimate } from './filter/predict';
export { PsmfFilter } from './filter/psmf-filter';
export type { FilterState } from './filter/state';
export { readFields, type Fields } from './frame/frame';
export {
  Imputer,
  type Detail,
  type Estimates,
  type ImputedFrame,
  type ImputeOptions,
  type Outcome,
} from './impute/imputer';
export type { RefilledGap, RefilledPoint } from './impute/hindsight';
export type { Quality } from './impute/imputer';
export { modelNames, type Dynamics } from './dynamics';
export type { CustomFunctions, DualFunction, PlainFunction } from './dynamics/custom-function';
export { Dual } from './dynamics/dual';
export { ChangeModel, type ChangeAnswer, type ChangeModelOptions } from './stream/change-model';
export type { FitSettings, PreparedFit } from './stream/dynamics-fit';
export { dynamicsNames, type DynamicsName } from './stream/dynamics-plan';
export type { FilterAnswer, ForecastFrame } from './stream/filter-answer';
export { FilterModel } from './stream/filter-model';
export { filterModels, type FilterModelName, type FilterModelOptions } from './stream/filter-options';
export { ImputeModel, type ImputeAnswer, type ImputeModelOptions } from './stream/impute-model';
export type {
  BlockHead,
  ChangeBlock,
  FilterBlock,
  ForecastBlock,
  ImputeBlock,
  PsmfBlocks,
  RefilledEvent,
  SensorEvent,
  SensorNumbers,
  StreamEvent,
} from './stream/messages';
export type { Receipt, SensorReceipt } from './stream/receipt';
export type { Answer, Frame, StreamModel, StreamOptions, StreamSnapshot } from './stream/stream-model';
export { open, seal, type Snapshot } from './snapshot/envelope';
export type { Envelope } from './snapshot/format';
