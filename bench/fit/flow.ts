import RED from 'node-red';
import { nextNormal } from '../../src/random';

interface RunningNode {
  on(event: 'input', listener: (msg: object) => void): void;
  receive(msg: object): void;
}
const getNode = (id: string): RunningNode =>
  (RED.nodes as unknown as { getNode(id: string): RunningNode }).getNode(id);

const SENSORS = 8;
const PERIOD_FRAMES = 400;
/** More than can be done while messages are measured. */
const ENDLESS = { restarts: 1000, passes: 10_000 };

/** A head, psmf-filter by learned waves, and a tail. */
export function createFitFlow(): object[] {
  const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });
  return [
    { id: 'tab', type: 'tab', label: 'bench' },
    place({ id: 'head', type: 'bench-pass', wires: [['filter']] }),
    place({
      ...{ id: 'filter', type: 'psmf-filter', model: 'rpsmf', dynamics: 'fourier', configVersion: 1 },
      wires: [['tail']],
    }),
    place({ id: 'tail', type: 'bench-pass', wires: [[]] }),
    place({ id: 'catch', type: 'catch', scope: ['filter'], wires: [['caught']] }),
    place({ id: 'caught', type: 'bench-pass', wires: [[]] }),
  ];
}

/** Sends frames through the running flow. */
export class FitFlow {
  readonly #head = getNode('head');
  readonly #filter = getNode('filter');
  readonly #random = Float64Array.of(7);
  #frame = 0;
  /** Until the fit has ended in whatever way. */
  isFitting = false;
  #arrived: (id: number) => void = () => undefined;

  constructor() {
    getNode('tail').on('input', (msg) => {
      const { frame } = msg as { readonly frame?: number };
      if (frame === undefined) this.isFitting = false;
      else this.#arrived(frame);
    });
    getNode('caught').on('input', () => (this.isFitting = false));
  }

  onArrival(arrived: (frame: number) => void): void {
    this.#arrived = arrived;
  }

  /** Gives back the frame's number. */
  send(): number {
    const t = this.#frame++;
    const values = Array.from({ length: SENSORS }, (_, j) => [
      `sensor${j}`,
      20 + j + Math.sin((2 * Math.PI * t) / PERIOD_FRAMES + j) + 0.1 * nextNormal(this.#random, 0),
    ]);
    this.#head.receive({ payload: Object.fromEntries(values) as object, frame: t });
    return t;
  }

  startFit(): void {
    this.isFitting = true;
    this.#filter.receive({ fit: ENDLESS });
  }

  stopFit(): void {
    this.#filter.receive({ reset: true });
  }
}
