import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import {
  appCode,
  beginLogin,
  endUserIpAddress,
  enrollApp,
  newEuropeanId,
  wrongCode,
} from '../../../test/sca-customers.ts';
import { basePath, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { createApp } from '../../app.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { PostgresDatabase } from '../../ground/database/postgres-database.ts';
import { createIds } from '../../ground/ids/ids.ts';
import { createSystemRandom } from '../../ground/ids/random.ts';

describe.skipIf(postgresUnavailable() !== undefined)(
  'thirty-two logins at two servers on one PostgreSQL database',
  () => {
    const stops: (() => Promise<void>)[] = [];
    let server: TestServer;
    let baseUrls: readonly string[];

    beforeAll(async () => {
      const url = await createTestDatabase();
      const [first, second] = [await PostgresDatabase.open(url, 8), await PostgresDatabase.open(url, 8)];
      server = await startTestServer(first, { environment: 'PRODUCTION', production: 'SIMULATED' });
      const ids = createIds(server.clock, createSystemRandom());
      const app = createApp({ ...server.deps, database: second, ids }, { basePath, onBug: () => undefined });
      const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
      baseUrls = [server.baseUrl, `${address}${basePath}`];
      stops.push(
        () => app.stop(),
        () => server.close(),
        () => first.close(),
        () => second.close(),
      );
    });

    afterAll(async () => {
      for (const stop of stops) await stop();
    });

    async function statusesOf(customerId: string, code: string): Promise<number[]> {
      const { tokenId, tokenSecret } = server.credentials;
      const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
      const init = {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ factor: 'TOTP', code, endUserIpAddress }),
      };
      const calls = Array.from({ length: 32 }, async (_, index) => {
        const response = await fetch(`${baseUrls[index % 2]}/sca/login/complete?customerId=${customerId}`, init);
        await response.text();
        return response.status;
      });
      return (await Promise.all(calls)).sort();
    }

    const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

    it('take one code of an app once, and of guesses five', async () => {
      const customerId = await newEuropeanId(server);
      const { secret } = await enrollApp(server, customerId);
      await server.advance(minuteMs);
      await beginLogin(server, customerId, 'TOTP');
      expect(await statusesOf(customerId, appCode(server, secret))).toEqual([200, ...times(31, 409)]);
      await beginLogin(server, customerId, 'TOTP');
      expect(await statusesOf(customerId, wrongCode(server, secret))).toEqual([...times(4, 400), ...times(28, 423)]);
    });
  },
);
