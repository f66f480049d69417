import { createHash } from 'node:crypto';
import { MODEL } from '../../demo/cluster/worker';
import { createFrame, siteName } from '../../demo/cluster/sites';
import { Embedded, Probe } from '../faults/embedded';

/** What one process, without any fault, makes of the same frames. */
export interface Reference {
  /** By site: the state after the last frame. */
  readonly states: ReadonlyMap<string, unknown>;
  /** By answerKey: what was answered. */
  readonly answers: ReadonlyMap<string, string>;
}

export const answerKey = (site: string, time: number): string => `${site}@${time}`;

/** Stands for the content of an answer. */
export const digest = (payload: unknown, psmf: unknown): string =>
  createHash('sha1').update(JSON.stringify({ payload, psmf })).digest('base64');

export async function learnAlone(sites: number, frames: number, sensors: number): Promise<Reference> {
  const settings = { keyProperty: 'site', keepGoing: false, maxModels: 100_000, saveSeconds: 86_400 };
  const embedded = await Embedded.start([{ id: MODEL, type: 'psmf-impute', ...settings }]);
  const probe = new Probe(MODEL);
  const states = new Map<string, unknown>();
  const answers = new Map<string, string>();
  await probe.ready();
  for (let site = 0; site < sites; site++) {
    const name = siteName(site);
    for (let frame = 0; frame < frames; frame++) {
      const payload = createFrame(site, frame, sensors);
      const { timestamp } = payload;
      const answer = probe.ask({ site: name, topic: '', payload });
      if (answer === undefined) throw new Error(`no answer for ${name}`);
      answers.set(answerKey(name, timestamp), digest(answer.payload, answer.psmf));
    }
    states.set(name, probe.ask({ site: name, export: true })?.payload);
  }
  await embedded.stop();
  return { states, answers };
}
