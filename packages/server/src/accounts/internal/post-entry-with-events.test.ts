import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { type LedgerAccount, serviceAccount } from '../../engines/ledger/accounts.ts';
import { balancedEntry, movement } from '../../engines/ledger/entry.ts';
import { findPlatformAccount } from './find-internal-account.ts';
import { viewInternalAccount } from './internal-account-view.ts';
import { postEntryWithEvents } from './post-entry-with-events.ts';

async function usdAccount({ deps, tenant }: TestServer): Promise<LedgerAccount> {
  const account = await deps.database.read((unit) => findPlatformAccount(unit, tenant, 'USD'));
  return account?.id as LedgerAccount;
}

function move(
  { deps, tenant, clock }: TestServer,
  subject: string,
  from: LedgerAccount,
  to: LedgerAccount,
  amountMinor: bigint,
) {
  const entry = balancedEntry('FUND', subject, movement(from, to, 'USD', amountMinor));
  return deps.database.transaction((unit) => postEntryWithEvents({ unit, tenant, now: clock.now(), deps }, entry));
}

const world = serviceAccount('world', 'USD');

eachEngine('posting an entry with events', (start) => {
  it('emits a balance event for every account of the entry, with its balance after it', async () => {
    const server = await start();
    const account = await usdAccount(server);
    await server.advance(1000);
    await move(server, 'deposit-1', world, account, 700n);
    await move(server, 'deposit-2', world, account, 300n);
    const { accounts } = await makeSender(server, 'USD', 0);
    const other = accounts['USD'] as LedgerAccount;
    await move(server, 'between', account, other, 200n);
    const toldOf = async (id: string) =>
      (await committedEvents(server, id)).filter(({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
    const told = await toldOf(account);
    const shown = (events: typeof told) =>
      events.map(({ sequence, data }) => [sequence, data.balance.amount, data.totalBalance.amount]);
    expect(shown(told)).toEqual([
      [3, 700, 700],
      [4, 1000, 1000],
      [5, 800, 800],
    ]);
    expect(shown(await toldOf(other))).toEqual([[3, 200, 200]]);
    expect(told[1]?.data.updatedAt).toBe('2025-01-01T00:00:01.000Z');
  });

  it('returns the changed accounts', async () => {
    const server = await start();
    const account = await usdAccount(server);
    const changed = await move(server, 'deposit-1', world, account, 700n);
    if (typeof changed === 'string') throw new Error(changed);
    expect(changed.map((row) => viewInternalAccount(row, server.deps.funding))).toMatchObject([
      { id: account, balance: { amount: 700 } },
    ]);
  });

  it('refuses an overdraft with INSUFFICIENT_FUNDS and emits nothing', async () => {
    const server = await start();
    const account = await usdAccount(server);
    await move(server, 'deposit-1', world, account, 700n);
    const events = await committedEvents(server);
    expect(await move(server, 'payout-1', account, world, 701n)).toBe('INSUFFICIENT_FUNDS');
    expect(await committedEvents(server)).toEqual(events);
  });
});
