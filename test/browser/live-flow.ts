import type { NodeRed } from '../e2e/node-red';

/** A name that would be markup where names are not text. */
export const MARKUP = '<img src=x onerror=alert(1)>';

/** Frames come in over HTTP, so that a test says what the plant does; psmf-impute is n1, psmf-changepoint n2. */
export const liveFlow = (settings: object = {}): object[] => [
  { id: 'tab', type: 'tab', label: 'plant' },
  { id: 'in', type: 'http in', z: 'tab', url: '/frames', method: 'post', x: 120, y: 120, wires: [['n1']] },
  {
    id: 'n1',
    type: 'psmf-impute',
    z: 'tab',
    name: 'boiler',
    x: 300,
    y: 120,
    wires: [['n2'], []],
    ...settings,
  },
  { id: 'n2', type: 'psmf-changepoint', z: 'tab', name: 'watch', x: 480, y: 120, wires: [['out'], []] },
  { id: 'out', type: 'http response', z: 'tab', x: 640, y: 120, wires: [] },
];

/** Deterministic noise, from -1 to 1. */
const noise = (t: number, j: number): number => {
  const x = Math.sin(t * 12.9898 + j * 78.233) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
};

/** One moment of a plant of five sensors that follow one load, and one that follows none. */
export function plantFrame(t: number): Record<string, number> {
  const load = Math.sin(t / 9) + 0.4 * Math.sin(t / 23);
  const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
  return {
    inlet: round(21 + 2 * load + 0.05 * noise(t, 1), 2),
    outlet: round(35 - 3 * load + 0.05 * noise(t, 2), 2),
    flow: round(3.2 + 0.5 * load + 0.02 * noise(t, 3), 3),
    power: round(122 + 14 * load + 0.5 * noise(t, 4), 1),
    [MARKUP]: round(7 + load + 0.05 * noise(t, 5), 2),
    random: round(noise(t, 6), 2),
  };
}

/** Feeds frames, a second apart, and gives back the payload of the answer. */
export class Plant {
  #t = 0;
  /** Of the next frame: some minutes ago, so that hundreds can follow before they reach the present. */
  #time = Date.now() - 600_000;

  constructor(readonly red: NodeRed) {}

  async run(
    count: number,
    change: (frame: Record<string, number>, t: number) => void = () => {},
  ): Promise<Record<string, unknown>[]> {
    const frames = Array.from({ length: count }, () => {
      const t = this.#t++;
      const frame = plantFrame(t);
      change(frame, t);
      this.#time += 1000;
      return { ...frame, timestamp: this.#time };
    });
    const response = await this.red.post('/frames', frames);
    if (!response.ok) throw new Error(`the plant was refused: ${response.status}`);
    return (await response.json()) as Record<string, unknown>[];
  }
}
