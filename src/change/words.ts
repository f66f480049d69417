/** What is said of changes, with places for names and numbers in braces. */
export interface ChangeWords {
  readonly rose: string;
  readonly fell: string;
  readonly noisier: string;
  readonly calmer: string;
  readonly stuck: string;
  readonly relation: string;
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
  noisier: '{name} is noisier, spread {before} to {after}',
  calmer: '{name} is calmer, spread {before} to {after}',
  stuck: '{name} is stuck at {after}',
  relation: '{name} no longer moves with the others as it did',
  more: '{said} and {count} more',
  resolved: '{name} is as it was before change {id}',
  offset: '{name} reads {size} off what the other sensors say: probably its offset',
  unit: '{name} seems to come in another unit: {unit}',
  swapped: '{name} and {other} seem to be swapped',
  drift: '{name} drifts away from what the other sensors say, by {rate} in 1,000 frames, {size} so far',
};

/** Puts names and numbers, to three digits, into their places. */
export function say(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : place;
    return typeof value === 'number' ? write(value) : value;
  });
}

/** Three digits, without an exponent where that can be. */
const write = (value: number): string => `${Number(value.toPrecision(3))}`;
