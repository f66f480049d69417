/** Gaps beyond this many frames: intervals were measured to hold less than they promise. */
export const TRUSTED_GAP = 50;

export type Quality = 'estimated' | 'uncertain';

/**
 * How far an estimate can be relied on. Uncertain: while the model is warming, beyond 50 frames of gap, or when the interval
 * mean -+ 2 sd is wider than the sensor's own, that is, when knowing the other sensors has not helped.
 */
export function judge(phase: 'warming' | 'ready', gap: number, sd: number, spread: number): Quality {
  return phase === 'ready' && gap <= TRUSTED_GAP && sd <= spread ? 'estimated' : 'uncertain';
}
