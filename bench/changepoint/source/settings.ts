/** Frames that give each sensor its centre and scale. */
export const STANDARDISING = 60;
/** Frames after which a sensor's innovations and level have a scale of their own: it takes part in the detection. */
export const LEARNING = 120;
/** Readings that a sensor must have given in each of those two stages; with fewer its learning begins again. */
export const LEAST_HEARD = 20;
/** A sensor silent for this many frames in which others spoke is forgotten, and learned anew when it comes back. */
export const FORGOTTEN = 120;

/** A silence of more than this many periods, and longer than any while learning, is unusual. It unsettles the prediction ... */
export const PAUSE = 5;
/** ... for as many frames as it lasted, but no more than this. */
export const SETTLING = 20;

/** Frames kept: twice the longest window, and the frame at hand. */
export const MEMORY = 161;

/** Bounds on a standardised reading, a standardised innovation and a standardised level. */
export const READING_LIMIT = 50;
export const INNOVATION_LIMIT = 3;
export const LEVEL_LIMIT = 4;

/** The subspace: a Matérn-3/2 process for each coefficient, in units of the standardised readings and of frames. */
export const SUBSPACE = { type: 'matern', nu: 1.5, sigma2: 1, lengthScale: 40 } as const;
export const MEASUREMENT_NOISE = 0.1;
export const MOST_COEFFICIENTS = 4;

/** r = clamp(floor(d / 2), 1, 4). */
export const rankFor = (d: number): number => Math.min(MOST_COEFFICIENTS, Math.max(1, Math.floor(d / 2)));
