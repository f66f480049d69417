import { learn, saved, words, type Lesson, type NodeCase } from './node-case';

const lessons: readonly Lesson[] = [
  learn(500, 'north', 7),
  learn(30, 'süd/halle 2', 8),
  learn(60, '', 10),
  learn(200, '42', 9),
];

const keyed = (type: NodeCase['type'], changes: object, own: readonly Lesson[]): NodeCase => ({
  id: `${words[type]}-keys`,
  type,
  tab: 'keys',
  settings: saved(type, { keyProperty: 'site', ...changes }),
  lessons: own,
});

/** A model for each key, some of them in start-up, and one for messages without. */
export const keyedCases: readonly NodeCase[] = [
  keyed('psmf-filter', {}, lessons),
  keyed('psmf-impute', {}, lessons),
  keyed('psmf-changepoint', { sensors: 'inlet, power' }, lessons.slice(0, 3)),
];
