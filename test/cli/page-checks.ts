import assert from 'node:assert/strict';
import type { Plot } from '../../src/cli/report/browser/plot-data';

/** One page that needs nothing else: what stands outside its scripts loads nothing, and its scripts are all its own. */
export function assertSelfContained(page: string): void {
  assert.ok(page.startsWith('<!doctype html>'));
  const markup = page.replace(/(<script[^>]*>).*?<\/script>/gs, '$1').replace(/<!--.*?-->/gs, '');
  assert.doesNotMatch(markup, /<link|<img|src=|href=|url\(|@import|https?:/);
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script);
  assert.equal(scripts.length, 3);
  for (const script of scripts.slice(1)) assert.doesNotMatch(script, /\bimport\b|fetch\(|XMLHttp|\.src\b/);
  assert.match(
    page,
    /Permission is hereby granted.*Leon Sorokin|Leon Sorokin.*Permission is hereby granted/s,
  );
}

/** The plots of a page, as its script gets them. */
export function plotsOf(page: string): Plot[] {
  const [, json = '[]'] = /<script type="application\/json" id="plots">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json) as Plot[];
}

/** Every plot has a place in the page, columns that rise, a label and a number or none for each, and a range that has a height. */
export function assertDrawable(page: string): void {
  const plots = plotsOf(page);
  assert.ok(plots.length > 0);
  assert.equal(page.match(/<div class="plot"/g)?.length, plots.length);
  for (const { x, labels, lines, range, began, found } of plots) {
    assert.equal(labels.length, x.length);
    assert.ok(x.every((at, i) => i === 0 || at > x[i - 1]));
    assert.ok(range.every(Number.isFinite) && range[1] > range[0], `${range.join(' to ')}`);
    for (const { values, lower = values } of lines)
      for (const column of [values, lower]) {
        assert.equal(column.length, x.length);
        assert.ok(column.every((value) => value === null || Math.abs(value) <= 1e150));
      }
    for (const at of [...began, ...found])
      assert.ok(at >= x[0] - 0.5 && at <= x[x.length - 1] + 0.5, `${at}`);
  }
}
