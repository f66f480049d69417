/** How far a reading may lie from what was expected of it, in standard deviations of that. */

/** The default model: beyond, a reading weighs less, so that it moves the model no further than this, and is an outlier. */
export const WEIGHED_DOWN_SD = 3.5;

/** The paper's filter, whose learned noise is coarser: beyond, a reading is an outlier. */
export const OUTLIER_SD = 4;

/** The paper's filter in units of its own: an outlier counts as this far off, until it is believed. */
export const CLIPPED_SD = 5;

/** Readings in a row that are held to be outliers: with one more the sensor itself has moved, and all are believed. */
export const DISBELIEVED_IN_A_ROW = 3;

/** What is called the interval of an estimate: this many standard deviations to either side, 95 % of a normal distribution. */
export const INTERVAL_SD = 2;
