import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresUnavailable } from '../../../test/postgres-cluster.ts';
import {
  appCode,
  beginLogin,
  endUserIpAddress,
  enrollApp,
  newEuropeanId,
  wrongCode,
} from '../../../test/sca-customers.ts';
import { startTwoServers, type TwoServers } from '../../../test/two-servers.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

describe.skipIf(postgresUnavailable() !== undefined)(
  '32 parallel logins at two servers on one PostgreSQL database',
  () => {
    let servers: TwoServers;

    beforeAll(async () => {
      servers = await startTwoServers({ environment: 'PRODUCTION', production: 'SIMULATED' });
    });
    afterAll(() => servers.close());

    async function statusesOf(customerId: string, code: string): Promise<number[]> {
      const path = `/sca/login/complete?customerId=${customerId}`;
      const calls = Array.from({ length: 32 }, () =>
        servers.caller.request('POST', path, { factor: 'TOTP', code, endUserIpAddress }),
      );
      return (await Promise.all(calls)).map(({ status }) => status).sort();
    }

    const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

    it('use a right code once, and answer four wrong codes with 400 and the rest with 423', async () => {
      const { server } = servers;
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
