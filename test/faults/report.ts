import { availableParallelism, cpus } from 'node:os';
import { packageJson } from '../package-root';
import type { Fault } from './fault';

export interface Result {
  readonly fault: Fault;
  readonly isKept: boolean;
  readonly figures: string;
  readonly seconds: number;
}

const cell = (text: string): string => text.split('\n')[0].replaceAll('|', '\\|');

export const formatTable = (results: readonly Result[]): string =>
  [
    '| what goes wrong | what holds | measured | |',
    '| --- | --- | --- | --- |',
    ...results.map(
      ({ fault, isKept, figures }) =>
        `| ${[fault.title, fault.promise, cell(figures), isKept ? 'held' : '**broken**'].join(' | ')} |`,
    ),
  ].join('\n');

export const formatDocument = (results: readonly Result[]): string => `# Reliability

What a gateway may do to the nodes in years of running unattended, and what was measured when it was done to them on purpose:
real Node-RED processes, real brokers, real kills. Written by \`npm run test:faults -- --full\`; the same tests run in a
smaller size with every change. Rows may come from runs of their own. Losses and stalls in seconds depend on what else the
machine is doing: they were measured on one that was shared.

${formatTable(results)}

Version ${packageJson.version}, Node.js ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'unknown make'}.
`;
