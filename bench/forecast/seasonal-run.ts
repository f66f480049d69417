import { PsmfFilter } from '../../src';
import { Progress } from '../progress';
import { rivals } from './rivals';
import { Scores } from './scores';

export interface ForecastSettings {
  /** Frames in a period, and how far to look ahead. */
  readonly season: number;
  readonly horizon: number;
  readonly harmonics: number;
  /** Frames whose mean and deviation become the units, and frames before the first forecast that counts. */
  readonly unitFrames: number;
  readonly warmUp: number;
  /** Forecast at every so many frames. */
  readonly stride: number;
}

export interface ForecastRow {
  readonly name: string;
  readonly error: number;
  readonly byHorizon: readonly number[];
  readonly coverage: number | null;
}

/** One causal pass: at every origin the next `horizon` frames, from the model and from its rivals. */
export function runForecast(frames: readonly number[][], settings: ForecastSettings): ForecastRow[] {
  const { season, horizon, harmonics, unitFrames, warmUp, stride } = settings;
  const sensors = frames[0].length;
  const units = momentsOf(frames.slice(0, unitFrames));
  const scale = momentsOf(frames).sd;
  const z = frames.map((frame) => frame.map((y, j) => (y - units.mean[j]) / units.sd[j]));
  const filter = new PsmfFilter({
    sensors,
    rank: sensors,
    robust: true,
    lambdaMax: LAMBDA_MAX,
    C0: z[0].map((_, i) => z[0].map((__, j) => (i === j ? 1 : 0))),
    V0: 1e-4,
    R: 0.3,
    dynamics: { type: 'seasonal', periodSeconds: season, frameSeconds: 1, harmonics, Q: 0.01 },
  });
  const contenders = rivals(season);
  const model = new Scores(horizon);
  const scores = contenders.map(() => new Scores(horizon));
  const bar = new Progress(frames.length);
  for (let now = 0; now < frames.length - horizon; now++) {
    filter.learnOne(z[now]);
    bar.advance('forecast');
    if (now < warmUp || now % stride !== 0) continue;
    filter.forecast(horizon).forEach(({ mean, variance }, i) => {
      const truth = z[now + 1 + i];
      for (let j = 0; j < sensors; j++) {
        model.add(i + 1, ((mean[j] - truth[j]) * units.sd[j]) / scale[j]);
        model.addInterval(Math.abs(mean[j] - truth[j]) <= 2 * Math.sqrt(variance[j]));
      }
      contenders.forEach((rival, c) => {
        const guess = rival.forecast(frames, now, i + 1);
        for (let j = 0; j < sensors; j++)
          scores[c].add(i + 1, (guess[j] - frames[now + 1 + i][j]) / scale[j]);
      });
    });
  }
  bar.clear();
  const row = (name: string, score: Scores): ForecastRow => ({
    name,
    error: score.error(),
    byHorizon: [1, horizon / 4, horizon / 2, horizon].map((h) => score.error(Math.round(h))),
    coverage: score.coverage,
  });
  return [row('PSMF, seasonal', model), ...contenders.map((rival, c) => row(rival.name, scores[c]))];
}

/** Degrees of freedom at which the noise goes on adapting, a memory of about this many readings. */
const LAMBDA_MAX = 1000;

function momentsOf(frames: readonly number[][]): { mean: number[]; sd: number[] } {
  const mean = frames[0].map((_, j) => frames.reduce((sum, frame) => sum + frame[j], 0) / frames.length);
  const sd = mean.map((centre, j) =>
    Math.sqrt(frames.reduce((sum, frame) => sum + (frame[j] - centre) ** 2, 0) / frames.length),
  );
  return { mean, sd };
}
