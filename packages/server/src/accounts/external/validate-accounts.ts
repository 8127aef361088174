import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { findStoredAccount, validationTimers } from './external-account-repository.ts';
import type { CollectionStatus, ExternalAccountRow } from './tables.ts';

interface Outcome {
  readonly tenant: number;
  readonly id: string;
  readonly status: CollectionStatus;
}

const record = statement<Outcome>('recordValidation', (db, { tenant, id, status }) =>
  db
    .updateTable('external_accounts')
    .set({ collection_status: status })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('collection_status', '=', 'VALIDATING'),
);

/** Polls the banks of new accounts for their validation. A validated account can be debited. */
export const dueValidations = dueTimers({
  kind: validationTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findStoredAccount,
  work: validate,
});

async function validate(server: ServerDeps, account: ExternalAccountRow): Promise<void> {
  const { tenant, id, identifier, created_at } = account;
  const { database, clock, collections } = await server.forTenant(tenant);
  const report = await collections.pollValidation(identifier, created_at, clock.now());
  const isOpen = report.kind === 'PENDING';
  const status = isOpen ? 'VALIDATING' : report.kind;
  const nextPollAt = isOpen ? report.nextPollAt : null;
  await database.transaction(async (unit) => {
    unit.write(record, { tenant, id, status });
    const timer = { tenant, kind: validationTimers, id };
    if (nextPollAt === null) clearTimer(unit, timer);
    else setTimer(unit, timer, nextPollAt);
  });
}
