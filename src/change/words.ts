/** What is said of changes, with places for names and numbers in braces. */
export interface ChangeWords {
  readonly rose: string;
  readonly fell: string;
  readonly turned: string;
  readonly noisier: string;
  readonly calmer: string;
  readonly stuck: string;
  readonly relation: string;
  readonly motion: string;
  readonly more: string;
  readonly resolved: string;
  readonly offset: string;
  readonly unit: string;
  readonly swapped: string;
  readonly drift: string;
}

export const ENGLISH: ChangeWords = {
  rose: '{name} rose from {before} to {after}',
  fell: '{name} fell from {before} to {after}',
  turned: '{name} turned from {before} to {after} degrees',
  noisier: '{name} is noisier, spread {before} to {after}',
  calmer: '{name} is calmer, spread {before} to {after}',
  stuck: '{name} is stuck at {after}',
  relation: '{name} no longer moves with the others as it did',
  motion: 'the sensors move together as before, but in another rhythm or more wildly, {name} most',
  more: '{said} and {count} more',
  resolved: '{name} is as it was before change {id}',
  offset: '{name} reads {size} off what the other sensors say: probably its offset',
  unit: '{name} seems to come in another unit: {unit}',
  swapped: '{name} and {other} seem to be swapped',
  drift: '{name} drifts away from what the other sensors say, by {rate} in 1,000 frames, {size} so far',
};
