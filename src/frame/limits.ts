/** Bounds on what is read of one message. All are there so that no message holds the others up. */

/** Longest text that is parsed as JSON: a megabyte. */
export const LONGEST_JSON = 1_048_576;
/** Deepest JSON text that is parsed. */
export const DEEPEST_JSON = 100;
/** Levels of objects that are looked into. */
export const DEEPEST_PATH = 6;
/** Values that are read of one message. */
export const MOST_VALUES = 100_000;
/** A list of numbers within an object is one sensor for each; a longer one is a waveform or a table, and no sensor's. */
export const LONGEST_INNER_LIST = 32;
/** Names whose meaning is remembered; beyond it they are looked at anew each time. */
export const MOST_REMEMBERED = 10_000;
