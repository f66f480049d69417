/** Degrees of a radian. */
export const DEGREES = 180 / Math.PI;
/** An angle about which nothing is known is this far off, in degrees: that of a uniform one. */
const UNKNOWN = 104;

/** The angle of a direction in degrees: from 0 to 360, or from -180 to 180. */
export function angleOf(cosine: number, sine: number, isSigned: boolean): number {
  const angle = DEGREES * Math.atan2(sine, cosine);
  return angle < 0 && !isSigned ? angle + 360 : angle;
}

/** sd of atan2(s, c) to first order, at most that of an angle about which nothing is known. */
export function angleDeviation(cosine: number, sine: number, cosineSd: number, sineSd: number): number {
  const square = cosine * cosine + sine * sine;
  const sd = Math.sqrt((sine * cosineSd) ** 2 + (cosine * sineSd) ** 2) / square;
  return Number.isNaN(sd) ? NaN : Math.min(DEGREES * sd, UNKNOWN);
}

/** sd of an angle whose cosine and sine scatter with it, dC = -s da and dS = c da; never NaN. */
export function angleSpread(cosine: number, sine: number, cosineSd: number, sineSd: number): number {
  const square = cosine * cosine + sine * sine;
  const sd = (Math.abs(sine) * cosineSd + Math.abs(cosine) * sineSd) / square;
  return Number.isNaN(sd) ? UNKNOWN : Math.min(DEGREES * sd, UNKNOWN);
}

/** A difference of angles, from -180 to 180. */
export const turn = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

/** The same angle from 0 to 360, or from -180 to 180. */
export function wrap(degrees: number, isSigned: boolean): number {
  const turned = turn(degrees);
  return turned < 0 && !isSigned ? turned + 360 : turned;
}
