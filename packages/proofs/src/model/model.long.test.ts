import { afterAll, beforeAll, expect, test } from 'vitest';
import { createObservations } from '../../../contract-tests/src/coverage/observations.ts';
import { serverTarget } from '../../../contract-tests/src/targets/server-target.ts';
import { type InboxHost, startInboxHost } from '../../../contract-tests/src/webhooks/webhook-inbox.ts';
import { verifyStore } from '../../../server/src/verify/verify-store.ts';
import { eachEngine } from '../../../server/test/each-engine.ts';
import { walk } from '../walk/walk.ts';
import { commands } from './commands.ts';
import { Run } from './run.ts';
import { createWorld } from './world.ts';

/** A failure prints its seed and path; MODEL_SEED and MODEL_PATH reproduce it, MODEL_RUNS sets the number of walks. */
const seed = Number(process.env['MODEL_SEED'] ?? 20_251_013);
const path = process.env['MODEL_PATH'];
/** On a stalled machine there are fewer walks, and a failure is reported before it is fully reduced. */
const timeLimitMs = 90_000;
const walks = (engine: string): number => Number(process.env['MODEL_RUNS'] ?? (engine === 'sqlite' ? 24 : 8));

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

  test('leave the server equal to the reference model in balances, states, lists and events', async () => {
    const play = async (take: (run: Run) => Promise<void>): Promise<void> => {
      const platform = await target.newPlatform();
      const run = new Run(platform, await createWorld(platform));
      await take(run);
      await run.finish();
      await platform.close();
    };
    const options = { steps: commands, play, walks: walks(engine), longest: 12, seed, path, timeLimitMs };
    expect(await walk(options)).toBeUndefined();
    const { deps } = await start();
    const findings = await verifyStore(deps.database);
    expect(findings.filter(({ breach }) => breach !== null)).toEqual([]);
  });
});
