import { PsmfError, errorOf } from '../../src/errors';
import type { FitResult } from '../../src/fit/fit';
import type { Answer } from '../../src/stream/stream-model';
import type { Arrival } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import { FIT_FORMAT } from '../message/read-command';
import type { FitJobs } from './fit-job';
import type { ModelEntry } from './model-entry';

/** Fits the model of an entry in the background. The message is done, and sent on with a report, when the fit is. */
export function startFit<A extends Answer>(
  jobs: FitJobs,
  behaviour: Behaviour<A>,
  entry: ModelEntry<A>,
  arrival: Arrival,
  isThere: () => boolean,
): void {
  const { msg, send, done } = arrival;
  const { model } = entry;
  const prepared = behaviour.prepareFit?.(model, msg.fit === true ? undefined : (msg.fit as object));
  if (prepared === undefined) return done();
  const started = Date.now();
  jobs.start(entry, prepared.problem, (error, result) => {
    if (error !== null) return done(error);
    if (result === undefined) return done();
    try {
      if (!isThere() || entry.model !== model) throw gone();
      prepared.adopt(result);
      entry.persistence.markChanged();
      msg.payload = describeFit(result, prepared.frames, (Date.now() - started) / 1000);
      delete msg.fit;
      send(msg);
    } catch (failure) {
      return done(errorOf(failure));
    }
    done();
  });
}

/** Errors are root mean squares of predictions one frame ahead, in units of each sensor's spread; best start first. */
function describeFit({ attempts }: FitResult, frames: number, seconds: number): object {
  const [best] = attempts;
  const failures = attempts.filter(({ failure }) => failure !== null);
  return {
    ...{ format: FIT_FORMAT, frames, seconds, starts: attempts.length },
    ...{ error: best.error, theta: best.theta, bounded: best.bounded },
    errors: attempts.filter(({ failure }) => failure === null).map(({ error }) => error),
    failed: failures.length,
    ...(failures.length === 0 ? {} : { reason: failures[0].failure }),
  };
}

const gone = (): PsmfError =>
  new PsmfError(
    'CANCELLED',
    'The fit',
    'the model it was made for',
    'another one, or none',
    'Ask again for the model of now.',
  );
