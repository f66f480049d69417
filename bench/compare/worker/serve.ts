import { cpuTimeUntil } from './cpu-time';
import type { Reply, Request, Run, Subject } from './subject';

/**
 * Makes this process a worker: it measures the build in the folder named by the first argument, by the task that
 * the second describes, on request, and ends with the driver.
 */
export function serve<Task>(create: (root: string, task: Task) => Subject | Promise<Subject>): void {
  const [root, text] = process.argv.slice(2);
  const subject = Promise.resolve().then(() => create(root, JSON.parse(text) as Task));
  subject.catch(() => undefined); // every reply says so
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: Request) => {
    // A driver that is gone wants no answer.
    const reply = (answer: Reply<unknown>): void =>
      void process.send?.(answer, undefined, undefined, () => undefined);
    subject
      .then((measured) => answer(measured, request))
      .then(
        (value) => reply({ value }),
        (error: unknown) => reply({ failure: error instanceof Error ? error.message : String(error) }),
      );
  });
}

async function answer(subject: Subject, request: Request): Promise<unknown> {
  if (request.do === 'start') return true;
  if (request.do === 'read') return findByName(subject.gauges, request.name)();
  const run = findByName(subject.timed, request.name);
  let time = 0;
  const spent = await cpuTimeUntil(async () => {
    time = await run(request.count);
  });
  return { time, spent } satisfies Run;
}

function findByName<T>(table: Readonly<Record<string, T>> | undefined, name: string): T {
  const found = table?.[name];
  if (found === undefined) throw new Error(`This worker does not measure ${name}.`);
  return found;
}
