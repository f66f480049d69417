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
  // The default model is told nothing of the rhythm.
  const models = [filter, new FilterModel({ timeZone: 'UTC' })];
  const modelScores = models.map(() => new Scores(horizon));
  const contenders = rivals(season);
  const scores = contenders.map(() => new Scores(horizon));
  const bar = new Progress(frames.length);
  for (let now = 0; now < frames.length - horizon; now++) {
    const time = 1000 * FRAME_SECONDS * now;
    const fields = Object.fromEntries(frames[now].entries());
    for (const model of models) model.learnOne({ fields, time, arrival: time });
    bar.advance('forecast');
    if (now < warmUp || now % stride !== 0) continue;
    models.forEach((model, m) => {
      for (const { steps, mean, sd } of model.forecast(horizon)) {
        const truth = frames[now + steps];
        for (let j = 0; j < sensors; j++) {
          modelScores[m].add(steps, (mean[j] - truth[j]) / scale[j]);
          modelScores[m].addInterval(Math.abs(mean[j] - truth[j]) <= 2 * sd[j]);
        }
      }
    });
    for (let steps = 1; steps <= horizon; steps++) {
      const truth = frames[now + steps];
      contenders.forEach((rival, c) => {
        const guess = rival.forecast(frames, now, steps);
        for (let j = 0; j < sensors; j++) scores[c].add(steps, (guess[j] - truth[j]) / scale[j]);
      });
    }
  }
  bar.clear();
  const row = (name: string, score: Scores): ForecastRow => ({
    name,
    error: score.error(),
    byHorizon: [1, horizon / 4, horizon / 2, horizon].map((h) => score.error(Math.round(h))),
    coverage: score.coverage,
  });
  return [
    row('PSMF, seasonal', modelScores[0]),
    row('default model, nothing set', modelScores[1]),
    ...contenders.map((rival, c) => row(rival.name, scores[c])),
  ];
}

const FRAME_SECONDS = 3600;

function deviationsOf(frames: readonly number[][]): number[] {
  const mean = frames[0].map((_, j) => frames.reduce((sum, frame) => sum + frame[j], 0) / frames.length);
  return mean.map((centre, j) =>
    Math.sqrt(frames.reduce((sum, frame) => sum + (frame[j] - centre) ** 2, 0) / frames.length),
  );
}
