import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { changeAccountStatus } from './change-account-status.ts';
import { findInternalAccount } from './find-internal-account.ts';
import { openingTimers } from './provision-accounts.ts';
import { storeOpenedWallet } from './store-opened-wallet.ts';
import type { InternalAccountRow } from './tables.ts';

/** Polls the custodian for wallets that it did not open at once. */
export const dueWalletOpenings = dueTimers({
  kind: openingTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findInternalAccount,
  work: pollOpening,
});

async function pollOpening(server: ServerDeps, account: InternalAccountRow): Promise<void> {
  const { tenant, id, created_at } = account;
  const deps = await server.forTenant(tenant);
  const { database, clock, custody } = deps;
  const report = await custody.pollOpening({ accountId: id, requestedAt: created_at }, clock.now());
  await database.transaction(async (unit) => {
    const timer = { tenant, kind: openingTimers, id };
    if (report.kind === 'OPENING') return setTimer(unit, timer, report.nextPollAt);
    clearTimer(unit, timer);
    const context = { unit, tenant, now: clock.now(), deps };
    const isOpen = report.kind === 'OPENED';
    const changed = await changeAccountStatus(context, account, isOpen ? 'ACTIVATE' : 'FAIL');
    // Another worker, whose lease had ended, has changed the status first.
    if (changed === undefined) return;
    if (isOpen) await storeOpenedWallet(context, changed, report.keys);
  });
}
