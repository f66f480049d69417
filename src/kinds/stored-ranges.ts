import { storedCount, type StoredRange } from '../stored-range';

/** Readings end here, and so does what is counted; what is made of them stays far below what a double holds. */
const LARGEST_READING = 1e60;
const LARGEST = 1e140;

/** What the numbers of a sensor's kind can be. */
export const count = storedCount;
export const reading: StoredRange = { min: -LARGEST_READING, max: LARGEST_READING };
export const share: StoredRange = { min: 0, max: 1 };
/** Between two readings. */
export const step: StoredRange = { min: 0, max: 2 * LARGEST_READING };
/** Frames, where they are means or fade. */
export const frames: StoredRange = { min: 0, max: Number.MAX_SAFE_INTEGER };
export const frameSquare: StoredRange = { min: 0, max: Number.MAX_SAFE_INTEGER ** 2 };
/** What a model has said, and what was summed up of it. */
export const size: StoredRange = { min: 0, max: LARGEST };
export const value: StoredRange = { min: -LARGEST, max: LARGEST };
