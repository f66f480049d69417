import type { LeaveOneOut } from '../factor/leave-one-out';
import { Decay, decayFor, MIN_VARIANCE, predictOffset } from '../factor/offset';
import type { Sensor } from './sensor';

const frame = new Decay();

/** The offset of the sensor as the filter has it, as it is where the group is held out, and as it decays since the window began. */
export function predictOffsets(sensor: Sensor, dt: number): void {
  frame.phi = sensor.decay;
  frame.noise = sensor.offsetNoise;
  decayFor(dt, frame);
  predictOffset(sensor, frame);
  sensor.heldOutOffset *= frame.phi;
  sensor.heldOutOffsetVariance = frame.phi * frame.phi * sensor.heldOutOffsetVariance + frame.noise;
  frame.phi = sensor.startDecay;
  frame.noise = sensor.startOffsetNoise;
  decayFor(dt, frame);
  sensor.startOffset *= frame.phi;
  sensor.startOffsetVariance = frame.phi * frame.phi * sensor.startOffsetVariance + frame.noise;
}

/** b += B rho / De;  B -= B^2 den / De^2, where the group is held out. */
export function correctHeldOutOffset(sensor: Sensor, out: LeaveOneOut): void {
  const gain = sensor.heldOutOffsetVariance / out.effective;
  sensor.heldOutOffset += gain * out.residual;
  const corrected = sensor.heldOutOffsetVariance - gain * gain * out.remaining;
  sensor.heldOutOffsetVariance = Math.max(corrected, MIN_VARIANCE);
}
