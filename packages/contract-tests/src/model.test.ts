import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyStore } from '../../server/src/verify/verify-store.ts';
import { eachEngine } from '../../server/test/each-engine.ts';
import { createObservations } from './coverage/observations.ts';
import { commands } from './model/command.ts';
import { Run } from './model/run.ts';
import { createWorld } from './model/world.ts';
import { serverTarget } from './targets/server-target.ts';
import { type InboxHost, startInboxHost } from './webhooks/webhook-inbox.ts';

/** A failure prints its seed and path; MODEL_SEED and MODEL_PATH play it again, MODEL_RUNS makes more runs. */
const seed = Number(process.env['MODEL_SEED'] ?? 20_251_013);
const path = process.env['MODEL_PATH'];
/** On a stalled machine fewer runs are made, and a failure is told before it is at its smallest. */
const timeLimitMs = 90_000;
const runs = (engine: string): number => Number(process.env['MODEL_RUNS'] ?? (engine === 'sqlite' ? 60 : 20));

eachEngine('random walks', (start, engine) => {
  let host: InboxHost | undefined;
  beforeAll(async () => {
    host = await startInboxHost();
  });
  afterAll(() => host?.close());
  const inboxHost = (): InboxHost => {
    if (host === undefined) throw new Error('the inboxes open before the runs');
    return host;
  };
  const target = serverTarget({ engine, start, inboxHost, observations: createObservations() });

  test('find the server where the reference model is: balances, states, lists and events', async () => {
    const property = fc.asyncProperty(commands, async (walk) => {
      const platform = await target.newPlatform();
      const run = new Run(platform, await createWorld(platform));
      for (const command of walk) await run.apply(command);
      await run.finish();
      await platform.close();
    });
    const replay = path === undefined ? {} : { path };
    await fc.assert(property, { seed, numRuns: runs(engine), interruptAfterTimeLimit: timeLimitMs, ...replay });
    const { deps } = await start();
    const findings = await verifyStore(deps.database);
    expect(findings.filter(({ breach }) => breach !== null)).toEqual([]);
  });
});
