import { createRequire } from 'node:module';
import { ROOT } from '../package-root';

/**
 * Node-RED with the nodes of this build, and with a second store for context, in the folder `archive` of its user directory.
 * It is called like Node-RED itself, whose settings module is in the module cache when Node-RED asks for it.
 */
interface NodeRedSettings {
  nodesDir?: string[];
  contextStorage: Record<string, object>;
}

const load = createRequire(__filename);
const file = process.argv[process.argv.indexOf('--settings') + 1];
const settings = load(file) as NodeRedSettings;
settings.nodesDir = [ROOT];
settings.contextStorage.archive = { module: 'localfilesystem', config: { base: 'archive' } };
load('node-red/red.js');
