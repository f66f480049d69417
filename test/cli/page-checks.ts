import assert from 'node:assert/strict';

/** One page that needs nothing else. */
export function assertSelfContained(page: string): void {
  assert.ok(page.startsWith('<!doctype html>'));
  assert.doesNotMatch(page, /<script|<link|<img|src=|href=|url\(|@import|https?:/);
}

/** Every point and every label of every plot lies within it. */
export function assertDrawnInside(page: string): void {
  let seen = 0;
  for (const svg of page.match(/<svg .*?<\/svg>/gs) ?? []) {
    const [width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
    const paths = [...svg.matchAll(/ d="([^"]*)"/g)].flatMap(
      ([, d]) => d.match(/[\d.eE+-]+ [\d.eE+-]+/g) ?? [],
    );
    const points = [
      ...paths.map((pair) => pair.split(' ').map(Number)),
      ...[...svg.matchAll(/c?x="([^"]*)" c?y="([^"]*)"/g)].map(([, x, y]) => [Number(x), Number(y)]),
    ];
    seen += points.length;
    for (const [x, y] of points) {
      assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `(${x}, ${y}) in ${width} x ${height}`);
    }
  }
  assert.ok(seen > 100, `${seen} points`);
}
