// Puts what the live view loads, beside its compiled scripts, where Node-RED serves it from: styles, words, and uPlot with its
// licence.
import { cpSync, readFileSync, readdirSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export function assembleView(source, target) {
  const uplot = dirname(createRequire(import.meta.url).resolve('uplot/package.json'));
  mkdirSync(join(target, 'labels'), { recursive: true });
  cpSync(join(source, 'view.css'), join(target, 'view.css'));
  for (const file of readdirSync(join(source, 'labels')))
    writeFileSync(
      join(target, 'labels', file),
      JSON.stringify(JSON.parse(readFileSync(join(source, 'labels', file), 'utf8'))),
    );
  cpSync(join(uplot, 'dist', 'uPlot.iife.min.js'), join(target, 'uplot.js'));
  cpSync(join(uplot, 'dist', 'uPlot.min.css'), join(target, 'uplot.css'));
  cpSync(join(uplot, 'LICENSE'), join(target, 'uplot-LICENSE.txt'));
}
