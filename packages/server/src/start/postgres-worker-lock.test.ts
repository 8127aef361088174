import { describe, expect, it, onTestFinished } from 'vitest';
import { openCutOff } from '../../test/cut-off.ts';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { PostgresWorkerLock } from './postgres-worker-lock.ts';

describe.skipIf(postgresUnavailable() !== undefined)('a worker lock whose connection falls silent', () => {
  it('is known to be lost, although nobody closes it, and is taken again on another one', async () => {
    const way = await openCutOff(await createTestDatabase());
    const workerLock = new PostgresWorkerLock(way.url);
    onTestFinished(async () => {
      await workerLock.close();
      await way.close();
    });
    await workerLock.acquire();
    const lost = Promise.withResolvers<void>();
    workerLock.onRequested(lost.resolve);
    way.fallSilent();
    await lost.promise;
    expect(workerLock.isHeld()).toBe(false);
    await workerLock.acquire();
    expect(workerLock.isHeld()).toBe(true);
  }, 60_000);
});
