import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = require.resolve('axe-core/axe.min.js');

interface Violation {
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** The texts within a part of a page that stand out too little from what is behind them, by WCAG 2 AA, and how many it has seen. */
export async function findPoorContrast(
  page: Page,
  selector: string,
): Promise<{ readonly seen: number; readonly poor: string[] }> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { passes, violations } = await page.evaluate<{ passes: Violation[]; violations: Violation[] }>(
    `axe.run(${JSON.stringify(selector)}, { runOnly: ['color-contrast'] })
      .then(({ passes, violations }) => ({ passes, violations }))`,
  );
  const poor = violations.flatMap(({ nodes }) =>
    nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  );
  return { seen: poor.length + passes.flatMap(({ nodes }) => nodes).length, poor };
}
