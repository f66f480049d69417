import type { DualFunction, PlainFunction } from '../../src';

/** A damped pendulum's step, on duals: theta = stiffness and damping. */
export const swing: DualFunction = ([stiffness, damping], [angle, speed]) => {
  const faster = speed.times(damping).minus(angle.sin().times(stiffness));
  return [angle.plus(faster), faster];
};

/** A turn by theta a frame, on plain numbers: linear in x. */
export const rotate: PlainFunction = ([turn], [x, y]) => [
  Math.cos(turn) * x - Math.sin(turn) * y,
  Math.sin(turn) * x + Math.cos(turn) * y,
];
