import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { clearTimer } from '../../engines/due-work/timers.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { findPull, lockCardTransaction } from './card-transactions-repository.ts';
import { endAuthorization } from './end-authorization.ts';
import { applyPullReport } from './end-pull.ts';
import { findCardTransaction } from './find-card-transaction.ts';
import { authorizationTimers, pullTimers } from './move-card-transaction.ts';
import type { CardPullRow, CardTransactionRow } from './tables.ts';

/** Expires authorizations that were not settled in time. */
export const dueAuthorizations = dueTimers({
  kind: authorizationTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findCardTransaction,
  work: expire,
});

/** Polls pending pulls. */
export const duePulls = dueTimers({
  kind: pullTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findPull,
  work: poll,
});

async function expire(server: ServerDeps, { tenant, id }: CardTransactionRow): Promise<void> {
  const deps = await server.forTenant(tenant);
  await deps.database.transaction(async (unit) => {
    const context = { unit, tenant, now: deps.clock.now(), deps };
    const row = await lockCardTransaction(unit, tenant, id);
    if (row === undefined) throw new Error(`the expiring ${id} does not exist`);
    const ended = await endAuthorization(context, row, { id, kind: 'EXPIRY' }, 'EXPIRE');
    // A settlement came first.
    if (ended === 'NOT_OPEN') clearTimer(unit, { tenant, kind: authorizationTimers, id });
  });
}

async function poll(server: ServerDeps, pull: CardPullRow): Promise<void> {
  const { tenant } = pull;
  const deps = await server.forTenant(tenant);
  const row = await deps.database.read((unit) => findCardTransaction(unit, tenant, pull.card_transaction_id));
  if (row === undefined) throw new Error(`the card transaction of ${pull.id} does not exist`);
  const merchantDescriptor = readJson(row.merchant).descriptor;
  const { id: pullId, requested_at: requestedAt } = pull;
  const asked = { pullId, accountId: row.account_id, merchantDescriptor, requestedAt };
  const report = await deps.cardPulls.poll(asked, deps.clock.now());
  await deps.database.transaction((unit) =>
    applyPullReport({ unit, tenant, now: deps.clock.now(), deps }, pull, report),
  );
}
