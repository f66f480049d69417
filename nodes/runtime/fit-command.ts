import { PsmfError } from '../../src/errors';
import type { FitResult } from '../../src/estimate/fit';
import type { Answer } from '../../src/stream/stream-model';
import { errorOf } from '../error-of';
import type { FitDesk } from './fit-job';
import type { Kind } from '../message/behaviour';
import type { Lane } from './model-entry';
import type { Arrival, Message } from './pending-queue';

/** Marks what a fit reports, so that no psmf node behind takes it for readings. */
export const FIT_FORMAT = 'psmf-fit';

/** `msg.fit`: true, or an object with settings. */
export const asksForFit = ({ fit }: Message): boolean =>
  fit === true || (fit !== null && typeof fit === 'object' && !Array.isArray(fit));

/** Fits the model of a lane in the background. The message is done, and sent on with a report, when the fit is. */
export function fitLane<A extends Answer>(
  desk: FitDesk,
  kind: Kind<A>,
  lane: Lane<A>,
  arrival: Arrival,
  isThere: () => boolean,
): void {
  const { msg, send, done } = arrival;
  const { model } = lane;
  const prepared = kind.prepareFit?.(model, msg.fit === true ? undefined : (msg.fit as object));
  if (prepared === undefined) return done();
  const started = Date.now();
  desk.start(lane, prepared.problem, (error, result) => {
    if (error !== null) return done(error);
    if (result === undefined) return done();
    try {
      if (!isThere() || lane.model !== model) throw gone();
      prepared.adopt(result);
      lane.keeper.markChanged();
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
