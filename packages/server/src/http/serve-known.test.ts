import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller, expectStatus } from '../../test/caller.ts';
import { makeSender } from '../../test/parties.ts';
import { postgresUnavailable } from '../../test/postgres-cluster.ts';
import { startTwoServers, type TwoServers } from '../../test/two-servers.ts';
import { statement } from '../ground/database/statement.ts';
import { afterRequest } from '../operation/operation.ts';
import { type OperationRun, runWrite } from './run-operation.ts';
import { NoLongerCaller } from './unconfirmed-caller.ts';

const reason = postgresUnavailable();
const permit = statement<{ readonly clientId: string; readonly permissions: string }>('permitInTest', (db, given) =>
  db
    .updateTable('tokens')
    .set({ permissions: given.permissions as never })
    .where('client_id', '=', given.clientId),
);
const customer = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

/** A token that one process has accepted, and that the other can delete. */
interface KnownToken extends Caller {
  readonly clientId: string;
  /** Deletes the token at the other process. */
  delete(): Promise<void>;
}

describe.skipIf(reason !== undefined)('a request of a token that its process has accepted before', () => {
  let two: TwoServers;
  beforeAll(async () => {
    two = await startTwoServers();
  });
  afterAll(() => two.close());

  async function knownToken(permissions = ['VIEW', 'TRANSACT', 'MANAGE']): Promise<KnownToken> {
    const [, other] = two.callers;
    const { id, clientId, clientSecret } = expectStatus(
      await other.request('POST', '/tokens', { name: 'known', permissions }),
      201,
    );
    const access = { baseUrl: two.server.baseUrl, tokenId: clientId, tokenSecret: clientSecret };
    const caller = createCaller(access);
    expectStatus(await caller.request('GET', '/config'), 200);
    return {
      ...caller,
      clientId,
      delete: async () => void expectStatus(await other.request('DELETE', `/tokens/${id}`), 204),
    };
  }

  const customers = async (): Promise<number> =>
    expectStatus(await two.callers[1].request('GET', '/customers?limit=100'), 200).data.length;

  it('is refused with 401 and changes nothing once another process has deleted the token', async () => {
    const token = await knownToken();
    await token.delete();
    const before = await customers();
    const { status, body, headers } = await token.request('POST', '/customers', customer);
    expect([status, body.code, headers['www-authenticate']]).toEqual([401, 'UNAUTHORIZED', 'Basic realm="payments"']);
    expect((await token.request('POST', '/customers', customer)).status).toBe(401);
    expect(await customers()).toBe(before);
  });

  it.each([
    ['cannot be parsed', '{'],
    ['lacks a field', {}],
    ['is too large', 'x'.repeat(2_000_000)],
  ])('is refused with 401 whether or not its body %s once the token is deleted', async (_what, body) => {
    const token = await knownToken();
    await token.delete();
    const headers = { 'content-type': 'application/json' };
    expect((await token.request('POST', '/customers', body, headers)).status).toBe(401);
  });

  it('returns nothing that a deleted token could read before', async () => {
    const token = await knownToken();
    const { customerId } = await makeSender(token);
    expectStatus(await token.request('GET', `/customers/${customerId}`), 200);
    await token.delete();
    const { status, text } = await token.request('GET', `/customers/${customerId}`);
    expect([status, text.includes('Ada')]).toEqual([401, false]);
  });

  it('has the permissions that the token has now', async () => {
    const token = await knownToken();
    const set = (permissions: string) =>
      two.server.deps.database.transaction((unit) => unit.run(permit, { clientId: token.clientId, permissions }));
    await set('["VIEW"]');
    const { status, body } = await token.request('POST', '/customers', customer);
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    await set('["VIEW","MANAGE"]');
    expectStatus(await token.request('POST', '/customers', customer), 201);
  });

  it('has the time of a platform whose clock another process has moved', async () => {
    const token = await knownToken();
    const [, other] = two.callers;
    for (let hours = 1; hours < 4; hours += 1) {
      const advanced = expectStatus(await other.request('POST', '/sandbox/clock/advance', { seconds: 3_600 }), 200);
      const { createdAt } = expectStatus(await token.request('POST', '/customers', customer), 201);
      expect(Date.parse(createdAt) - Date.parse(advanced.now)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('an operation that asks an external system', () => {
  it('confirms its caller first', async () => {
    let asked = 0;
    const handler = afterRequest<'linkStablecoinProviderAccount', undefined>(
      async () => {
        asked += 1;
        return undefined;
      },
      async () => {
        throw new Error('nothing is recorded');
      },
    );
    const confirmCaller = () => Promise.reject(new NoLongerCaller());
    const run = { handler, confirmCaller, caller: { tenant: 1 }, deps: { clock: { now: () => '' } } };
    await expect(runWrite(run as unknown as OperationRun)).rejects.toThrow(NoLongerCaller);
    expect(asked).toBe(0);
  });
});
