import { afterAll, beforeAll, describe } from 'vitest';
import { everyCase } from './cases/every-case.ts';
import { skippedOn } from './cases/scenario.ts';
import { mockTarget } from './targets/mock-target.ts';

const target = mockTarget();

describe(target.name, () => {
  beforeAll(() => target.start());
  afterAll(() => target.stop());

  everyCase(target);

  afterAll(() => {
    const byReason = Map.groupBy(skippedOn(target), ({ reason }) => reason);
    const lines = [...byReason].map(([reason, skips]) => `  ${skips.length} scenarios: ${reason}`);
    process.stdout.write(`${[`${target.name} leaves to the server:`, ...lines].join('\n')}\n`);
  });
});
