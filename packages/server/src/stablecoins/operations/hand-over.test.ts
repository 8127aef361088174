import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { ledgerOf } from '../../../test/ledger-of.ts';
import { balanceOf } from '../../../test/parties.ts';
import { rememberingProvider } from '../../../test/remembering-provider.ts';
import {
  arrive,
  burn,
  type Issue,
  listOperations,
  makeBank,
  makeIssue,
  makeTreasury,
  mint,
  readOperation,
} from '../../../test/stablecoin-operations.ts';
import { revokeLink } from '../../../test/stablecoins.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { StablecoinIssuer } from '../../engines/stablecoin-provider/token-operations.ts';
import { dayMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';

function statusesOf(server: TestServer, issue: Issue): Promise<string[]> {
  return listOperations(server, issue).then(({ data }) => data.map(({ status }: { status: string }) => status));
}

const fromHere = (accountId: string) => ({ fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId } });

oneEngine('an unreachable stablecoin provider', (start) => {
  it.each(['013'])('leads to 503 for an account that ends in %s, and no operation is created', async (suffix) => {
    const server = await start();
    const issue = await makeIssue(server);
    const destination = { type: 'EXTERNAL_ACCOUNT', externalAccountId: await makeBank(server, suffix), rail: 'WIRE' };
    const refused = await burn(server, issue, { destination });
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.headers['retry-after']).toBe('30');
    expect(await statusesOf(server, issue)).toEqual([]);
    await server.advance(minuteMs);
    expect(await statusesOf(server, issue)).toEqual([]);
    await expectHealthy(server);
  });

  it('leads to a refund of the internal account once it is known that nothing began', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10_000);
    state.mode = 'AWAY';
    expect((await mint(server, issue, fromHere(treasury))).status).toBe(503);
    await server.advance(5 * minuteMs);
    // The outcome is not known yet, so the money is neither spent nor available.
    expect(await balanceOf(server, treasury)).toBe(0);
    await expectHealthy(server);
    state.mode = 'WORKS';
    await server.advance(2 * minuteMs);
    expect(await balanceOf(server, treasury)).toBe(10_000);
    expect(await statusesOf(server, issue)).toEqual([]);
    await expectHealthy(server);
  });

  it('receives the same operation for a repeat with the same Idempotency-Key', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10_000);
    state.mode = 'BEGINS_AND_IS_LOST';
    expect((await mint(server, issue, fromHere(treasury), 'once')).status).toBe(503);
    state.mode = 'WORKS';
    const { status, body } = await mint(server, issue, fromHere(treasury), 'once');
    expect([status, [...state.begun.keys()]]).toEqual([201, [body.id]]);
    expect(await balanceOf(server, treasury)).toBe(0);
    await server.advance(minuteMs);
    expect(await statusesOf(server, issue)).toEqual(['COMPLETED']);
    await expectHealthy(server);
  });

  it('receives no operation for a repeat once the link is revoked, and the account is refunded', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const [issue, treasury] = [await makeIssue(server, true), await makeTreasury(server, 10_000)];
    const repeat = () => mint(server, issue, fromHere(treasury), 'once');
    state.mode = 'AWAY';
    expect((await repeat()).status).toBe(503);
    const { data } = (await server.request('GET', '/stablecoin-provider-accounts')).body;
    await revokeLink(server, data[0].id);
    state.mode = 'WORKS';
    expect(await repeat()).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
    await server.advance(2 * minuteMs);
    expect([await balanceOf(server, treasury), await statusesOf(server, issue)]).toEqual([10_000, []]);
    expect((await repeat()).body.code).toBe('STABLECOIN_PROVIDER_ACCOUNT_REVOKED');
  });

  it.each([
    ['CREDENTIALS_REFUSED', { kind: 'CREDENTIALS_REFUSED' }],
    ['PROVIDER_ERROR', { kind: 'PROVIDER_ERROR', said: 'Too many requests.' }],
  ] as const)(
    'is queried for the order before a refusal of the repeat refunds the account: %s',
    async (_kind, refusal) => {
      const { state, provider } = rememberingProvider();
      let refuses = false;
      const begin: StablecoinIssuer['begin'] = async (...order) => (refuses ? refusal : provider.begin(...order));
      const server = await start({ deps: { stablecoinProvider: { ...provider, begin } } });
      const issue = await makeIssue(server, true);
      const treasury = await makeTreasury(server, 10_000);
      state.mode = 'BEGINS_AND_IS_LOST';
      expect((await mint(server, issue, fromHere(treasury), 'once')).status).toBe(503);
      refuses = true;
      expect((await mint(server, issue, fromHere(treasury), 'once')).status).toBe(400);
      expect([state.begun.size, await balanceOf(server, treasury)]).toEqual([1, 0]);
      await server.advance(minuteMs);
      expect([state.begun.size, state.withdrawn.size, await balanceOf(server, treasury)]).toEqual([0, 1, 10_000]);
      await expectHealthy(server);
    },
  );

  it('lets no operation expire or fail while it is unreachable', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const { body } = await mint(server, await makeIssue(server));
    state.mode = 'AWAY';
    await server.advance(8 * dayMs);
    expect((await readOperation(server, body.id)).status).toBe('PENDING_FUNDING');
    state.mode = 'WORKS';
    await server.advance(2 * minuteMs);
    expect((await readOperation(server, body.id)).status).toBe('EXPIRED');
  });
});

eachEngine('a crash between the provider and the record', (start) => {
  it('leaves an operation that is withdrawn and refunded', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10_000);
    state.mode = 'BEGINS_AND_DIES';
    await expect(mint(server, issue, fromHere(treasury), 'once')).rejects.toThrow('the process ends here');
    expect([state.begun.size, await statusesOf(server, issue), await balanceOf(server, treasury)]).toEqual([1, [], 0]);
    await expectHealthy(server);
    state.mode = 'WORKS';
    await server.advance(3 * minuteMs);
    expect([state.begun.size, await statusesOf(server, issue)]).toEqual([0, []]);
    expect(await balanceOf(server, treasury)).toBe(10_000);
    await expectHealthy(server);
    // The key can then be used for another operation.
    expect((await mint(server, issue, fromHere(treasury), 'once')).status).toBe(201);
    await expectHealthy(server);
  });

  it('leaves an operation that continues if it cannot be stopped, and a repeat of the key returns it', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const issue = await makeIssue(server);
    const debited = { fundingSource: { type: 'ACH_DEBIT', externalAccountId: issue.bankId } };
    state.mode = 'BEGINS_AND_DIES';
    await expect(mint(server, issue, debited, 'once')).rejects.toThrow('the process ends here');
    state.mode = 'WORKS';
    state.stops = false;
    await server.advance(3 * minuteMs);
    expect(await statusesOf(server, issue)).toEqual(['PENDING_PROVIDER']);
    const again = await mint(server, issue, debited, 'once');
    expect([again.status, [...state.begun.keys()]]).toEqual([201, [again.body.id]]);
    const other = await mint(server, issue, { ...debited, amount: '10000' }, 'once');
    expect([other.status, other.body.code]).toEqual([409, 'CONFLICT']);
    await server.advance(8 * dayMs);
    expect(await statusesOf(server, issue)).toEqual(['COMPLETED']);
    await expectHealthy(server);
  });
});

eachEngine('parallel requests for an operation', (start) => {
  it('create one operation with one Idempotency-Key', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 100_000);
    const answers = await Promise.all(Array.from({ length: 6 }, () => mint(server, issue, fromHere(treasury), 'once')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect([state.begun.size, await balanceOf(server, treasury)]).toEqual([1, 90_000]);
    await expectHealthy(server);
  });

  it('refund nothing when one is refused while the provider accepts the other', async () => {
    const { state, provider } = rememberingProvider();
    const [isAsked, mayRefuse] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let orders = 0;
    const begin: StablecoinIssuer['begin'] = async (...order) => {
      orders += 1;
      if (orders > 1) {
        mayRefuse.resolve();
        await twinIsAnswered.promise;
        return provider.begin(...order);
      }
      isAsked.resolve();
      await mayRefuse.promise;
      return { kind: 'PROVIDER_ERROR', said: 'Too many requests.' };
    };
    const twinIsAnswered = Promise.withResolvers<void>();
    const server = await start({ deps: { stablecoinProvider: { ...provider, begin } } });
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10_000);
    const first = mint(server, issue, fromHere(treasury), 'once');
    await isAsked.promise;
    const twin = mint(server, issue, fromHere(treasury), 'once');
    expect((await first).body.code).toBe('STABLECOIN_PROVIDER_ERROR');
    twinIsAnswered.resolve();
    expect([(await twin).status, await balanceOf(server, treasury), state.begun.size]).toEqual([201, 0, 1]);
    await server.advance(minuteMs);
    expect(await statusesOf(server, issue)).toEqual(['COMPLETED']);
    await expectHealthy(server);
  });

  it('never spend more than the balance of the internal account', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 25_000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => mint(server, issue, fromHere(treasury))));
    const codes = answers.map(({ status, body }) => `${status} ${body.code ?? body.status}`).sort();
    expect(codes).toEqual([
      '201 PENDING_PROVIDER',
      '201 PENDING_PROVIDER',
      ...Array.from({ length: 3 }, () => '400 INSUFFICIENT_FUNDS'),
    ]);
    expect(await balanceOf(server, treasury)).toBe(5_000);
    await expectHealthy(server);
  });
});

oneEngine('a change during the request to the provider', (start) => {
  it('that revokes the provider account is detected before the debit', async () => {
    const { state, provider } = rememberingProvider();
    let revoke = async (): Promise<void> => undefined;
    const linkAccount: StablecoinIssuer['linkAccount'] = async (access, account) => {
      await revoke();
      return provider.linkAccount(access, account);
    };
    const server = await start({ deps: { stablecoinProvider: { ...provider, linkAccount } } });
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10_000);
    const { data } = (await server.request('GET', '/stablecoin-provider-accounts')).body;
    revoke = () => revokeLink(server, data[0].id);
    const refused = await mint(server, issue, fromHere(treasury));
    expect([refused.body.code, state.begun.size]).toEqual(['STABLECOIN_PROVIDER_ACCOUNT_REVOKED', 0]);
    expect(await balanceOf(server, treasury)).toBe(10_000);
  });

  it('that lasts until the operation is withdrawn returns 503 and refunds the account', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10_000);
    state.meanwhile = async () => {
      state.meanwhile = async () => undefined;
      await server.step(3 * minuteMs);
    };
    const late = await mint(server, issue, fromHere(treasury));
    expect([late.status, late.body.code, await balanceOf(server, treasury)]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      10_000,
    ]);
    expect(await statusesOf(server, issue)).toEqual([]);
    await expectHealthy(server);
  });

  it('shows no operation before the provider has accepted it', async () => {
    const { state, provider } = rememberingProvider();
    const server = await start({ deps: { stablecoinProvider: provider } });
    const issue = await makeIssue(server);
    const seen: unknown[] = [];
    state.meanwhile = async () => {
      const [id] = [...state.begun.keys()];
      seen.push((await server.request('GET', `/stablecoin-operations/${id}`)).status, await statusesOf(server, issue));
      seen.push((await arrive(server, id ?? '')).status);
    };
    expect((await mint(server, issue)).status).toBe(201);
    expect(seen).toEqual([404, [], 404]);
  });
});

oneEngine('an operation with refused provider credentials', (start) => {
  it('waits until the provider accepts the credentials again', async () => {
    const { provider } = rememberingProvider();
    let refuses = false;
    const poll: StablecoinIssuer['poll'] = async (access, order, now) =>
      refuses ? { kind: 'CREDENTIALS_REFUSED' } : provider.poll(access, order, now);
    const server = await start({ deps: { stablecoinProvider: { ...provider, poll } } });
    const issue = await makeIssue(server);
    const { body } = await mint(server, issue);
    refuses = true;
    await arrive(server, body.id);
    await server.advance(5 * minuteMs);
    const { data } = (await server.request('GET', '/stablecoin-provider-accounts')).body;
    expect([(await readOperation(server, body.id)).status, data[0].status]).toEqual(['PROCESSING', 'INVALID']);
    refuses = false;
    await server.advance(2 * minuteMs);
    expect((await readOperation(server, body.id)).status).toBe('COMPLETED');
    expect(await ledgerOf(server, body.id)).toEqual([]);
    await server.advance(secondMs);
  });
});
