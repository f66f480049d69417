import { asideCases } from './aside-cases';
import { keyedCases } from './keyed-cases';
import type { NodeCase } from './node-case';
import { plainCases } from './plain-cases';
import { settingsCases } from './settings-cases';

/** All psmf nodes of the flow that the fixtures are written with. */
export const cases: readonly NodeCase[] = [...plainCases, ...keyedCases, ...asideCases, ...settingsCases];
