import type { MethodResult } from './results';
import type { Costs } from './step-cost';

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 60;
const BOTTOM = 60;
/** Names in a line of the legend. */
const PER_LINE = 5;
const COLOURS = [
  ...['#1b6ca8', '#d1495b', '#edae49', '#66a182', '#7d5ba6', '#2e4057', '#8d96a3', '#c98bb9', '#5c8001'],
];

const svg = (content: string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...content,
    '</svg>',
    '',
  ].join('\n');

const text = (x: number, y: number, label: string, anchor = 'middle'): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#333">${label}</text>`;

/** Share of the changes found, by kind and method, as bars. */
export function plotDetected(methods: readonly MethodResult[]): string {
  const kinds = methods[0].kinds
    .filter(({ kind }) => !['none', 'mixed'].includes(kind))
    .map(({ kind }) => kind);
  const plotHeight = HEIGHT - BOTTOM - 30;
  const group = (WIDTH - LEFT - 10) / kinds.length;
  const bar = (group * 0.8) / methods.length;
  const content = [0, 25, 50, 75, 100].flatMap((share) => {
    const y = HEIGHT - BOTTOM - (plotHeight * share) / 100;
    return [
      `<line x1="${LEFT}" x2="${WIDTH - 10}" y1="${y}" y2="${y}" stroke="#ddd"/>`,
      text(LEFT - 6, y + 4, `${share} %`, 'end'),
    ];
  });
  kinds.forEach((kind, i) => {
    content.push(text(LEFT + group * (i + 0.45), HEIGHT - BOTTOM + 16, kind));
    methods.forEach(({ kinds: found }, k) => {
      const share = found.find((result) => result.kind === kind)?.detected ?? 0;
      const height = plotHeight * share;
      const x = LEFT + group * i + group * 0.05 + bar * k;
      content.push(
        `<rect x="${x.toFixed(1)}" y="${(HEIGHT - BOTTOM - height).toFixed(1)}" width="${bar.toFixed(1)}" height="${height.toFixed(1)}" fill="${COLOURS[k]}"/>`,
      );
    });
  });
  methods.forEach(({ name }, k) => {
    const x = LEFT + (k % PER_LINE) * 130;
    const y = HEIGHT - 30 + 15 * Math.floor(k / PER_LINE);
    content.push(`<rect x="${x}" y="${y}" width="10" height="10" fill="${COLOURS[k]}"/>`);
    content.push(text(x + 14, y + 9, name, 'start'));
  });
  return svg(content);
}

/** Microseconds a frame against the number of sensors, both logarithmic. */
export function plotCost({ bySensors: costs }: Costs): string {
  const x = (sensors: number): number => LEFT + 20 + ((WIDTH - LEFT - 60) * Math.log10(sensors)) / 3;
  const y = (us: number): number =>
    HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 30) * Math.log10(Math.max(1, us))) / 4;
  const content = [1, 10, 100, 1000, 10_000].flatMap((us) => [
    `<line x1="${LEFT}" x2="${WIDTH - 10}" y1="${y(us)}" y2="${y(us)}" stroke="#ddd"/>`,
    text(LEFT - 6, y(us) + 4, `${us} µs`, 'end'),
  ]);
  const points = costs.map(
    ({ sensors, microseconds }) => `${x(sensors).toFixed(1)},${y(microseconds).toFixed(1)}`,
  );
  content.push(
    `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[0]}" stroke-width="2"/>`,
  );
  costs.forEach(({ sensors, microseconds }) => {
    content.push(`<circle cx="${x(sensors)}" cy="${y(microseconds)}" r="3" fill="${COLOURS[0]}"/>`);
    content.push(text(x(sensors), HEIGHT - BOTTOM + 16, `${sensors}`));
  });
  content.push(text(WIDTH / 2, HEIGHT - 24, 'sensors'));
  return svg(content);
}
