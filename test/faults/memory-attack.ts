import { simulateFrames } from '../frame/simulation';
import type { StreamType } from '../nodes/flow';
import { Embedded, Probe } from './embedded';
import { nextTurn, pause } from './fault';

/** What the process that is attacked is told, and what it tells. */
export interface Attack {
  readonly type: StreamType;
  readonly sensors: number;
  readonly keys: number;
  /** The attack goes on for so long, and until so many messages have been given. */
  readonly seconds: number;
  readonly leastMessages: number;
}
export interface Survived {
  readonly messages: number;
  readonly refused: number;
  readonly status: string;
  /** The most that the process took in each third of the attack, in MB. */
  readonly rss: readonly number[];
  /** The least that was in use in each third of the attack, in MB: models on their way to the store come and go. */
  readonly used: readonly number[];
}

const FRAMES = 50;
/** Messages between two turns of the event loop. */
const AT_A_TIME = 10;
const THIRDS = 3;
/** Looks at the memory in each third. */
const LOOKS = 4;

/** Gives a node frames of one key after the other, as fast as it takes them. */
async function endure({ type, sensors, keys, seconds, leastMessages }: Attack): Promise<Survived> {
  await Embedded.start([{ id: 'n1', type, keyProperty: 'site', saveSeconds: 1 }]);
  const probe = new Probe('n1');
  const frames = simulateFrames(FRAMES, sensors);
  const looks: number[] = [];
  const rss = Array.from({ length: THIRDS }, () => 0);
  const start = performance.now();
  let messages = 0;
  const shareDone = (): number =>
    Math.min((performance.now() - start) / 1000 / seconds, messages / leastMessages);
  for (let share = 0; share < 1; share = shareDone()) {
    for (let i = 0; i < AT_A_TIME; i++, messages++)
      probe.give({ payload: frames[messages % FRAMES], site: `site ${messages % keys}` });
    await nextTurn();
    const third = Math.floor(share * THIRDS);
    rss[third] = Math.max(rss[third], process.memoryUsage.rss() / 2 ** 20);
    if (share > (looks.length + 1) / (THIRDS * LOOKS)) looks.push(measureUsed());
  }
  looks.push(measureUsed());
  const used = Array.from({ length: THIRDS }, (_, third) =>
    Math.min(...looks.filter((_, i) => Math.floor((i * THIRDS) / looks.length) === third)),
  );
  await pause(1500);
  return { messages, refused: probe.failed, status: probe.status, rss, used };
}

/** When what is no longer needed has been collected. */
function measureUsed(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

process.on('message', (attack: Attack) => {
  void endure(attack).then((survived) => process.send?.(survived, () => process.exit(0)));
});
