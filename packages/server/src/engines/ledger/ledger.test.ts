import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { balanceOf, makeSender } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import { heldAccount, type InternalAccountName, type LedgerAccount, serviceAccount } from './accounts.ts';
import { balancedEntry, type Entry, movement } from './entry.ts';
import { type PostingRefusal, postEntry } from './post-entry.ts';

const world = serviceAccount('world', 'USD');

function post(server: TestServer, entry: Entry): Promise<PostingRefusal | number> {
  const { deps, clock, tenant } = server;
  return deps.database.transaction(async (unit) => {
    const posted = await postEntry({ unit, tenant, ids: deps.ids, now: clock.now() }, entry);
    if (typeof posted === 'string') return posted;
    return posted.length;
  });
}

eachEngine('posting an entry', (start, engine) => {
  it('debits the account by the amount of its posting', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 100);
    const account = (accounts['USD'] ?? '') as `InternalAccount:${string}`;
    expect(await post(server, balancedEntry('FUND', 'a', movement(account, world, 'USD', 100n)))).toBe(1);
    expect(await balanceOf(server, account)).toBe(0);
  });

  it('refuses a debit beyond the balance with INSUFFICIENT_FUNDS, and keeps the balance', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 100);
    const account = (accounts['USD'] ?? '') as `InternalAccount:${string}`;
    expect(await post(server, balancedEntry('FUND', 'a', movement(account, world, 'USD', 101n)))).toBe(
      'INSUFFICIENT_FUNDS',
    );
    expect(await balanceOf(server, account)).toBe(100);
  });

  it('refuses to debit a frozen account with ACCOUNT_NOT_ACTIVE', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 100);
    const account = (accounts['USD'] ?? '') as `InternalAccount:${string}`;
    await server.request('POST', `/sandbox/internal-accounts/${account}/status`, { status: 'FROZEN' });
    expect(await post(server, balancedEntry('FUND', 'a', movement(account, world, 'USD', 1n)))).toBe(
      'ACCOUNT_NOT_ACTIVE',
    );
    expect(await balanceOf(server, account)).toBe(100);
  });

  it('refuses a second entry of the same kind for the same subject', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 100);
    const account = (accounts['USD'] ?? '') as `InternalAccount:${string}`;
    const entry = balancedEntry('DEBIT', 'Transaction:1', movement(account, world, 'USD', 10n));
    await post(server, entry);
    await expect(post(server, entry)).rejects.toThrow('unique rule broken');
    expect(await balanceOf(server, account)).toBe(90);
  });

  it('credits an account up to the largest amount and no further, and refuses to credit a closed one', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 1);
    const account = (accounts['USD'] ?? '') as `InternalAccount:${string}`;
    const room = largestWireMinor - 1n;
    const credit = (subject: string, to: string, amount: bigint): Promise<PostingRefusal | number> =>
      post(server, balancedEntry('FUND', subject, movement(world, to as LedgerAccount, 'USD', amount)));
    expect(await credit('a', account, room + 1n)).toBe('ACCOUNT_CANNOT_RECEIVE');
    expect(await credit('b', account, room)).toBe(1);
    expect(await balanceOf(server, account)).toBe(Number.MAX_SAFE_INTEGER);
    const closed = (await makeSender(server, 'USD', 0)).accounts['USD'] ?? '';
    await server.request('POST', `/sandbox/internal-accounts/${closed}/status`, { status: 'CLOSED' });
    expect(await credit('c', closed, 1n)).toBe('ACCOUNT_CANNOT_RECEIVE');
  });

  // An embedded store runs one unit at a time.
  if (engine === 'postgres')
    it.each([
      ['pays a debit from the credit that another unit commits in between', 100n, 1],
      ['refuses a debit for which that credit is not enough', 101n, 'INSUFFICIENT_FUNDS'],
    ] as const)('%s', async (_title, amount, outcome) => {
      const server = await start();
      const { deps, clock, tenant } = server;
      const { accounts } = await makeSender(server, 'USD', 40);
      const account = (accounts['USD'] ?? '') as `InternalAccount:${string}`;
      let isRaised = false;
      const posted = await deps.database.transaction(async (unit) => {
        const first: Unit['first'] = async (statement, parameters) => {
          const row = await unit.first(statement, parameters);
          if (!isRaised) {
            isRaised = true;
            await post(server, balancedEntry('FUND', 'between', movement(world, account, 'USD', 60n)));
          }
          return row;
        };
        const beside = new Proxy(unit, {
          get: (target, name) => (name === 'first' ? first : Reflect.get(target, name).bind(target)),
        });
        const entry = balancedEntry('DEBIT', 'a', movement(account, world, 'USD', amount));
        const changed = await postEntry({ unit: beside, tenant, ids: deps.ids, now: clock.now() }, entry);
        return typeof changed === 'string' ? changed : changed.length;
      });
      expect(posted).toBe(outcome);
      expect(await balanceOf(server, account)).toBe(outcome === 1 ? 0 : 100);
    });

  it('counts the debits of a later day against the daily limit when the clock goes back a day', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 1_000);
    const account = (accounts['USD'] ?? '') as `InternalAccount:${string}`;
    const { deps, tenant } = server;
    const send = (subject: string, now: string, amount: bigint) =>
      deps.database.transaction(async (unit) => {
        const entry = balancedEntry('DEBIT', subject, movement(account, world, 'USD', amount));
        const posted = await postEntry(
          { unit, tenant, ids: deps.ids, now: now as Instant, dailyLimitMinor: 100n },
          entry,
        );
        return typeof posted === 'string' ? posted : posted.length;
      });
    expect(await send('a', '2030-01-02T00:00:01.000Z', 60n)).toBe(1);
    expect(await send('b', '2030-01-01T23:59:59.000Z', 41n)).toBe('DAILY_VOLUME_LIMIT_EXCEEDED');
    expect(await send('c', '2030-01-01T23:59:59.000Z', 30n)).toBe(1);
    expect(await send('d', '2030-01-02T00:00:02.000Z', 11n)).toBe('DAILY_VOLUME_LIMIT_EXCEEDED');
    expect(await send('e', '2030-01-02T00:00:02.000Z', 10n)).toBe(1);
    expect(await send('f', '2030-01-03T00:00:00.000Z', 100n)).toBe(1);
  });
});

/** The available amount, and the total including held money. */
async function amountsOn(server: TestServer, accountId: string): Promise<[number, number]> {
  const listed = await server.request('GET', '/customers/internal-accounts?limit=100');
  const account = listed.body.data.find(({ id }: { id: string }) => id === accountId);
  return [account.balance.amount, account.totalBalance.amount];
}

eachEngine('a hold', (start) => {
  const cards = serviceAccount('card-network', 'USD');
  const hold = (subject: string, account: InternalAccountName, amountMinor: bigint): Entry =>
    balancedEntry('CARD_HOLD', subject, movement(account, heldAccount(account), 'USD', amountMinor));

  async function oneAccount(server: TestServer): Promise<InternalAccountName> {
    const { accounts } = await makeSender(server, 'USD', 100);
    return (accounts['USD'] ?? '') as InternalAccountName;
  }

  it('debits the available balance and keeps the total balance', async () => {
    const server = await start();
    const account = await oneAccount(server);
    expect(await post(server, hold('a', account, 60n))).toBe(1);
    expect(await amountsOn(server, account)).toEqual([40, 100]);
    expect(await post(server, hold('b', account, 41n))).toBe('INSUFFICIENT_FUNDS');
    const spent = movement(heldAccount(account), cards, 'USD', 50n);
    const rest = movement(heldAccount(account), account, 'USD', 10n);
    expect(await post(server, balancedEntry('CARD_CLEAR', 'a', [...spent, ...rest]))).toBe(1);
    expect(await amountsOn(server, account)).toEqual([50, 50]);
  });

  it('refuses to release more than the account holds', async () => {
    const server = await start();
    const account = await oneAccount(server);
    await post(server, hold('a', account, 60n));
    const released = balancedEntry('CARD_RELEASE', 'a', movement(heldAccount(account), account, 'USD', 61n));
    await expect(post(server, released)).rejects.toThrow('does not hold');
    expect(await amountsOn(server, account)).toEqual([40, 100]);
  });

  it('releases held money to a frozen account, but refuses a new hold on it', async () => {
    const server = await start();
    const account = await oneAccount(server);
    await post(server, hold('a', account, 60n));
    await server.request('POST', `/sandbox/internal-accounts/${account}/status`, { status: 'FROZEN' });
    expect(await post(server, hold('b', account, 1n))).toBe('ACCOUNT_NOT_ACTIVE');
    const released = balancedEntry('CARD_RELEASE', 'a', movement(heldAccount(account), account, 'USD', 60n));
    expect(await post(server, released)).toBe(1);
    expect(await amountsOn(server, account)).toEqual([100, 100]);
  });

  it('refuses a credit beyond the largest total, and refuses to close while money is held', async () => {
    const server = await start();
    const account = await oneAccount(server);
    await post(server, hold('a', account, 100n));
    const room = largestWireMinor - 100n;
    const fund = (subject: string, amountMinor: bigint): Entry =>
      balancedEntry('FUND', subject, movement(world, account, 'USD', amountMinor));
    expect(await post(server, fund('b', room + 1n))).toBe('ACCOUNT_CANNOT_RECEIVE');
    const closing = await server.request('POST', `/sandbox/internal-accounts/${account}/status`, { status: 'CLOSED' });
    expect([closing.status, closing.body.message]).toEqual([409, expect.stringContaining('set aside')]);
    expect(await post(server, fund('c', room))).toBe(1);
  });
});
