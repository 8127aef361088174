import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CutOff, openCutOff } from '../../../test/cut-off.ts';
import { payment } from '../../../test/poisoned-work.ts';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { readTransaction } from '../../../test/uma-payments.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { DatabaseUnavailable } from '../../ground/database/database.ts';
import { PostgresDatabase } from '../../ground/database/postgres-database.ts';
import { createSandboxRails } from '../../sandbox/adapters/sandbox-rails.ts';
import { listAllTroubledWork } from './retry-work.ts';

describe.skipIf(postgresUnavailable() !== undefined)('due work during a database outage', () => {
  let way: CutOff;
  let database: PostgresDatabase;
  beforeAll(async () => {
    way = await openCutOff(await createTestDatabase());
    database = await PostgresDatabase.open(way.url, 4);
  });
  afterAll(async () => {
    await database.close();
    await way.close();
  });

  it('completes once the database is back, without waiting for leases, and counts no failure', async () => {
    const rails = createSandboxRails();
    let cuts = 0;
    const server = await startTestServer(database, {
      deps: {
        rails: {
          ...rails,
          // The database goes away during the call of the rail, so that nothing can be recorded.
          poll: async (asked, now) => {
            if (cuts === 0) {
              cuts += 1;
              await way.cut();
            }
            return rails.poll(asked, now);
          },
        },
      },
    });
    const ids = [await payment(server), await payment(server)];
    await expect(server.advance(10 * minuteMs)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(cuts).toBe(1);
    await way.restore();
    const before = server.clock.now();
    await server.app.settle();
    expect(server.clock.now()).toBe(before);
    for (const id of ids) expect((await readTransaction(server, id)).status).toBe('COMPLETED');
    expect(await server.deps.database.read(listAllTroubledWork)).toEqual([]);
    await server.close();
  });
});
