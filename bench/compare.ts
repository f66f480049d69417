import os from 'node:os';
import { resolve } from 'node:path';
import { readCompareOptions, type SectionName } from './compare/arguments';
import { prepareBase } from './compare/base';
import { FULL, QUICK } from './compare/effort';
import { describeCommit, describeWorkTree } from './compare/git';
import { formatResults, type Results } from './compare/report';
import { createLoadingSection } from './compare/sections/loading';
import { createMemorySection } from './compare/sections/memory';
import { createModelSection } from './compare/sections/models';
import { createNodeSection } from './compare/sections/nodes';
import type { Comparison, SectionMaker } from './compare/sections/section';
import { createPackageSection, createSourceSection } from './compare/sections/sources';
import { createStepSection } from './compare/sections/steps';
import { Progress } from './progress';

const ROOT = resolve(__dirname, '..', '..');
const SECTIONS: Readonly<Record<SectionName, SectionMaker>> = {
  steps: createStepSection,
  models: createModelSection,
  nodes: createNodeSection,
  loading: createLoadingSection,
  memory: createMemorySection,
  package: createPackageSection,
  sources: createSourceSection,
};

/**
 * Compares the work tree or another commit, the candidate, with a commit, the base: speed, memory and size, in one run. Exit code 2 where there
 * is nothing to compare; a candidate that is worse is a line of the table.
 */
async function main(args: readonly string[]): Promise<number> {
  const options = readCompareOptions(args);
  if (typeof options === 'string') return refuse(options);
  const base = prepareBase(ROOT, options.commit);
  if (typeof base === 'string') return refuse(base);
  const candidate = options.candidate === null ? null : prepareBase(ROOT, options.candidate);
  if (typeof candidate === 'string') return refuse(candidate);
  const comparison = {
    roots: { base: base.root, candidate: candidate?.root ?? ROOT },
    commit: base.commit,
    candidateCommit: candidate?.commit ?? null,
    effort: options.quick ? QUICK : FULL,
  };
  const described = candidate === null ? describeWorkTree(ROOT) : describeCommit(ROOT, candidate.commit);
  const results = await compare(comparison, described, options.sections);
  console.log(options.json ? JSON.stringify(results) : formatResults(results));
  return 0;
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 2;
}

async function compare(
  comparison: Comparison,
  candidate: string,
  names: readonly SectionName[],
): Promise<Results> {
  const start = performance.now();
  const sections = names.map((name) => SECTIONS[name](comparison.effort));
  const progress = new Progress(sections.reduce((sum, { parts }) => sum + parts, 0));
  const measured = [];
  for (const section of sections) {
    const rows = await section.measure(comparison, (what) => progress.advance(what));
    measured.push({ title: section.title, rows });
  }
  progress.clear();
  return {
    base: describeCommit(ROOT, comparison.commit),
    candidate,
    node: process.version,
    machine: `${process.platform} ${process.arch}, ${os.cpus().length} cores`,
    effort: comparison.effort,
    seconds: (performance.now() - start) / 1000,
    sections: measured,
  };
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
