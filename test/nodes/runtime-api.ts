import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { NodeAPI } from 'node-red';

const load = createRequire(createRequire(__filename).resolve('node-red'));

/** As much of Node-RED's API as reading settings needs: its own utilities, and a settings file without context stores. */
export const runtimeApi = {
  util: (load(dirname(load.resolve('@node-red/util'))) as { util: unknown }).util,
  settings: {},
} as unknown as NodeAPI;
