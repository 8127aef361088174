import { expect, it, onTestFinished } from 'vitest';
import { type Caller, createCaller } from '../../test/caller.ts';
import { startedServers } from '../../test/started-servers.ts';
import { inboxes } from '../../test/webhook-inbox.ts';
import { startSandboxServer } from './sandbox-server.ts';

const { start } = startedServers();
const openInboxOf = inboxes();

/** How many threads a server has started when its first webhook arrives. */
async function threadsForWebhook(server: Caller): Promise<number> {
  let threads = 0;
  const count = (): void => {
    threads += 1;
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  const inbox = await openInboxOf(server);
  await expect.poll(() => inbox.types()).toEqual(['TEST']);
  return threads;
}

it('an embedded sandbox sends its webhooks without a worker thread', async () => {
  const bugs: unknown[] = [];
  const sandbox = await startSandboxServer({ onBug: (error) => bugs.push(error) });
  onTestFinished(() => sandbox.stop());
  expect(await threadsForWebhook(createCaller(sandbox))).toBe(0);
  expect(bugs).toEqual([]);
});

it('a standalone server sends its webhooks from one worker thread', async () => {
  expect(await threadsForWebhook(await start())).toBe(1);
});
