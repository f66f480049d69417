import { FilterModel } from '../../src';
import { Progress } from '../progress';
import { rivals } from './rivals';
import { Scores } from './scores';

export interface ForecastSettings {
  /** Frames in a period, and how far to look ahead. */
  readonly season: number;
  readonly horizon: number;
  readonly harmonics: number;
  /** Frames before the first forecast that counts. */
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

/** One causal pass: at every origin the next `horizon` frames, from the model as the nodes use it, and from its rivals. */
export function runForecast(frames: readonly number[][], settings: ForecastSettings): ForecastRow[] {
  const { season, horizon, harmonics, warmUp, stride } = settings;
  const sensors = frames[0].length;
  const scale = deviationsOf(frames);
  const periodSeconds = season * FRAME_SECONDS;
  const filter = new FilterModel({ dynamics: 'seasonal', periodSeconds, harmonics });
  const contenders = rivals(season);
  const model = new Scores(horizon);
  const scores = contenders.map(() => new Scores(horizon));
  const bar = new Progress(frames.length);
  for (let now = 0; now < frames.length - horizon; now++) {
    const time = 1000 * FRAME_SECONDS * now;
    filter.learnOne({ fields: Object.fromEntries(frames[now].entries()), time, arrival: time });
    bar.advance('forecast');
    if (now < warmUp || now % stride !== 0) continue;
    filter.forecast(horizon).forEach(({ steps, mean, sd }) => {
      const truth = frames[now + steps];
      for (let j = 0; j < sensors; j++) {
        model.add(steps, (mean[j] - truth[j]) / scale[j]);
        model.addInterval(Math.abs(mean[j] - truth[j]) <= 2 * sd[j]);
      }
      contenders.forEach((rival, c) => {
        const guess = rival.forecast(frames, now, steps);
        for (let j = 0; j < sensors; j++) scores[c].add(steps, (guess[j] - truth[j]) / scale[j]);
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

const FRAME_SECONDS = 3600;

function deviationsOf(frames: readonly number[][]): number[] {
  const mean = frames[0].map((_, j) => frames.reduce((sum, frame) => sum + frame[j], 0) / frames.length);
  return mean.map((centre, j) =>
    Math.sqrt(frames.reduce((sum, frame) => sum + (frame[j] - centre) ** 2, 0) / frames.length),
  );
}
