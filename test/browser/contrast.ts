import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = require.resolve('axe-core/axe.min.js');

interface Checked {
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}
type Outcome = 'passes' | 'violations' | 'incomplete';

/**
 * The texts within a part of a page that stand out too little from what is behind them, by WCAG 2 AA, and how many were looked
 * at. One whose colours cannot be told, as something else covers it, is not among them.
 */
export async function findPoorContrast(
  page: Page,
  selector: string,
): Promise<{ readonly seen: number; readonly poor: string[]; readonly unknown: string[] }> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const checked = await page.evaluate<Record<Outcome, Checked[]>>(
    `axe.run(${JSON.stringify(selector)}, { runOnly: ['color-contrast'] })
      .then(({ passes, violations, incomplete }) => ({ passes, violations, incomplete }))`,
  );
  const list = (outcome: Outcome): string[] =>
    checked[outcome].flatMap(({ nodes }) =>
      nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    );
  return {
    seen: list('passes').length + list('violations').length,
    poor: list('violations'),
    unknown: list('incomplete'),
  };
}

/**
 * The same for pages in which axe-core finds hardly any text, as in Node-RED's editor: every text in sight, its
 * colour against the first background below it that is one, by the formula of WCAG 2.
 */
export function measureContrasts(
  page: Page,
  selector: string,
): Promise<{ text: string; contrast: number }[]> {
  return page.evaluate(`(() => {
    const numbers = (colour) => {
      const [r, g, b, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
      return colour.startsWith('color(') ? [255 * r, 255 * g, 255 * b, alpha] : [r, g, b, alpha];
    };
    const light = ([r, g, b]) => [r, g, b]
      .map((c) => c / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + [0.2126, 0.7152, 0.0722][i] * c, 0);
    const hasText = (part) => [...part.childNodes].some((child) => child.nodeType === 3 && child.nodeValue.trim() !== '');
    const inSight = (part) => part.getClientRects().length > 0 && getComputedStyle(part).visibility === 'visible';
    const behind = (part) => {
      const colours = [];
      for (let at = part; at; at = at.parentElement) {
        const colour = numbers(getComputedStyle(at).backgroundColor);
        colours.push(colour);
        if (colour[3] === 1) break;
      }
      return colours.reduceRight((below, [r, g, b, a]) =>
        [r, g, b].map((c, i) => a * c + (1 - a) * below[i]), [255, 255, 255]);
    };
    return [...document.querySelector(${JSON.stringify(selector)}).querySelectorAll('*')]
      .filter((part) => hasText(part) && inSight(part))
      .map((part) => {
        const [text, back] = [light(numbers(getComputedStyle(part).color)), light(behind(part))];
        const contrast = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
        return { text: part.className + ': ' + part.textContent.slice(0, 40), contrast };
      });
  })()`);
}
