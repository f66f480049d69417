import { checkRun } from './check-run';
import { cases } from './families';
import { runNode } from './node-run';

describe('what devices send, through psmf-impute', () => {
  for (const each of cases)
    it(`${each.family}: ${each.name}`, async () => {
      checkRun(each, await runNode(each));
    });
});
