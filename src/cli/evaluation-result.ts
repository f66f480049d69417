import type { MethodName } from '../evaluate/methods';
import type { MethodScore } from '../evaluate/score';
import type { SensorVerdict } from './sensor-verdict';

/** What `psmf evaluate --json` prints. */
export interface EvaluationResult {
  readonly rows: number;
  readonly sensors: number;
  readonly hidden: number;
  readonly pattern: string;
  readonly seed: number;
  readonly methods: Readonly<Record<MethodName, MethodScore>>;
  /** What the default model can do for each sensor, the best filled first. */
  readonly perSensor: readonly SensorVerdict[];
}
