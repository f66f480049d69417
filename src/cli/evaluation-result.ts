import type { MethodName } from '../evaluate/methods';
import type { MethodScore } from '../evaluate/score';

/** What `psmf evaluate --json` prints. */
export interface EvaluationResult {
  readonly rows: number;
  readonly sensors: number;
  readonly hidden: number;
  readonly pattern: string;
  readonly seed: number;
  readonly methods: Readonly<Record<MethodName, MethodScore>>;
}
