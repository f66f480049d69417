import type { ChangeDetector, Sensitivity } from '../../src';
import { CalibratedDetector, type CalibratedParts } from '../../src/change/calibrated/calibrated-detector';
import { CHANNELS, Channels, JOINT } from '../../src/change/calibrated/channels';
import {
  Contrasts,
  CONTRASTS,
  NOISE,
  RELATION,
  RESIDUAL,
  SCALES,
  SPANS,
} from '../../src/change/calibrated/contrasts';
import { Motion } from '../../src/change/calibrated/motion';
import { Runs } from '../../src/change/calibrated/stuck';
import { randomWalk } from '../../src/change/evidence/coefficient-dynamics';
import { Evidence, FACTORS } from '../../src/change/evidence/evidence';
import type { FactorSettings } from '../../src/change/evidence/factor-state';
import { markdownTable } from '../table';
import type { Competitor } from './competitors';
import { groups } from './living/families';
import { runLiving, type LivingResult } from './living/run';

/** The same streams for all, a third of the simulated ones of one seed: differences of a hit or an alarm or two say nothing. */
const STREAMS = { seeds: [705], everyNth: 3 } as const;

/** The default method without one part. */
interface Variant {
  readonly without: string;
  parts(sensors: number): Partial<CalibratedParts>;
  /** Whether sensors that show a change are not learned anew after the alarm. */
  readonly keepsRows?: boolean;
  readonly factors?: Partial<FactorSettings>;
}

/** Evidence of the channels that a variant lacks is none. */
class FewerChannels extends Channels {
  constructor(readonly lacks: (stream: number, scale: number) => boolean) {
    super();
  }

  override gather(contrasts: Contrasts): void {
    super.gather(contrasts);
    for (let c = 0; c < CHANNELS; c++)
      if (this.lacks(Math.floor(c / SCALES), c % SCALES)) this.evidence[c] = 0;
  }
}

/** A stream that says nothing, neither by itself nor in the sum of all. */
class FewerStreams extends Contrasts {
  constructor(
    sensors: number,
    readonly lacks: number,
  ) {
    super(sensors);
  }

  override weigh(...args: Parameters<Contrasts['weigh']>): void {
    super.weigh(...args);
    for (let j = 0; j < this.shown.length; j++) {
      const at = j * CONTRASTS + this.lacks * SCALES;
      this.ratio.fill(1, at, at + SCALES);
    }
  }
}

class GoesOn extends Contrasts {
  override restart(): void {}
}

class Remembers extends Contrasts {
  override forget(): void {}
}

class NoRuns extends Runs {
  override find(): number {
    return -1;
  }
}

class NoMotion extends Motion {
  override get surprise(): number {
    return 0;
  }
}

const streams = ['residual', 'noise', 'relation'] as const;

export const variants: readonly Variant[] = [
  { without: 'nothing', parts: () => ({}) },
  ...[RESIDUAL, NOISE, RELATION].map((stream): Variant => ({
    without: `the stream of the ${streams[stream]}`,
    parts: (sensors) => ({ contrasts: new FewerStreams(sensors, stream) }),
  })),
  {
    without: 'the joint channels',
    parts: () => ({ channels: new FewerChannels((stream) => stream === JOINT) }),
  },
  {
    without: 'the channels of the strongest sensor',
    parts: () => ({ channels: new FewerChannels((stream) => stream !== JOINT) }),
  },
  ...SPANS.map((span, i): Variant => ({
    without: `the averages over ${span} frames`,
    parts: () => ({ channels: new FewerChannels((_, scale) => scale === i) }),
  })),
  { without: 'learning anew the sensors of an alarm', parts: () => ({}), keepsRows: true },
  {
    without: 'forgetting the contrasts of those sensors',
    parts: (sensors) => ({ contrasts: new Remembers(sensors) }),
  },
  {
    without: 'beginning the averages again after an alarm',
    parts: (sensors) => ({ contrasts: new GoesOn(sensors) }),
  },
  {
    without: 'the Gaussian process: a random walk',
    parts: () => ({}),
    factors: { dynamics: randomWalk },
  },
  { without: 'a memory beyond 500 frames', parts: () => ({}), factors: { forgetting: 0.998 } },
  {
    without: 'the motion of all sensors',
    parts: () => ({ motion: new NoMotion(FACTORS.rank) }),
  },
  { without: 'the rule of runs', parts: (sensors) => ({ runs: new NoRuns(sensors) }) },
];

class Ablated extends CalibratedDetector {
  protected override readonly evidence: Evidence;

  constructor(
    readonly variant: Variant,
    sensors: number,
    sensitivity: Sensitivity | undefined,
    state?: ReturnType<ChangeDetector['snapshot']>,
  ) {
    super({ sensors, sensitivity, parts: variant.parts(sensors) });
    this.evidence = new Evidence(sensors, { ...FACTORS, ...variant.factors });
    if (variant.keepsRows) this.evidence.relearn = () => {};
    if (state !== undefined) this.load(state);
  }
}

export const toCompetitor = (variant: Variant): Competitor => ({
  key: 'ablated',
  name: variant.without,
  create: (sensors, sensitivity) => new Ablated(variant, sensors, sensitivity),
  copy: (detector) => {
    const { sensitivity, sensors } = detector as Ablated;
    return new Ablated(variant, sensors, sensitivity, (detector as Ablated).snapshot());
  },
});

/** The default method at normal sensitivity, whole and without each of its parts. */
export const ablate = (data: string | undefined): LivingResult[] =>
  variants.map((variant) => runLiving(toCompetitor(variant), 'normal', data, STREAMS));

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

export function writeAblation(results: readonly LivingResult[]): string {
  const held = groups.filter((group) => results[0].groups[group].frames > 0);
  return [
    '## What each part is worth',
    `The default method at normal sensitivity without one of its parts, on a third of the simulated streams of one further seed and on the recordings: false alarms per 1,000 frames, net hits within 60 frames, stuck sensors found; of steady plants the changes found, the other alarms, and the median delay.`,
    markdownTable(
      ['without', ...held, 'steady', 'right sensor first'],
      results.map(({ name, groups: scores, steady, hits, rightFirst }) => [
        name,
        ...held.map((group) => {
          const { falsePerThousand, net, stuckFound } = scores[group];
          return `${falsePerThousand.toFixed(2)}, ${percent(net[0])}, ${percent(stuckFound)}`;
        }),
        `${steady.hits} of ${steady.changes}, ${steady.otherAlarms}, ${steady.delay}`,
        percent(rightFirst / Math.max(1, hits)),
      ]),
    ),
  ].join('\n\n');
}
