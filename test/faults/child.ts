import { faults } from './faults';
import { sizeOf } from './fault';

/** One fault, reported to the parent. An error that nobody caught is a broken promise as well. */
async function main([name, ...rest]: readonly string[]): Promise<void> {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`There is no fault ${name}`);
  const report = (isKept: boolean, figures: string): void => {
    process.send?.({ isKept, figures }, () => process.exit(isKept ? 0 : 1));
  };
  process.on('uncaughtException', (error) => report(false, error.stack ?? error.message));
  try {
    report(true, await fault.run(sizeOf(rest.includes('--full'))));
  } catch (error) {
    report(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

void main(process.argv.slice(2));
