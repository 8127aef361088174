import { dueRows } from '../../engines/due-work/due-rows.ts';
import type { QueuedRow } from '../../engines/due-work/queues.ts';
import { type Instant, minuteMs } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import type { CollectionStatus } from './tables.ts';

interface Outcome {
  readonly tenant: number;
  readonly id: string;
  readonly status: CollectionStatus;
  readonly lookAgainAt: Instant | null;
}

const record = statement<Outcome>('recordValidation', (db, { tenant, id, status, lookAgainAt }) =>
  db
    .updateTable('external_accounts')
    .set({ collection_status: status, validation_due_at: lookAgainAt })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('collection_status', '=', 'VALIDATING'),
);

/** Polls the banks of new accounts for their validation, after which they can be debited. */
export const dueValidations = dueRows('external_accounts', { size: 64, leaseMs: minuteMs }, validate);

async function validate(server: ServerDeps, account: QueuedRow<'external_accounts'>): Promise<void> {
  const { tenant, id, identifier, created_at } = account;
  const { database, clock, collections } = await server.forTenant(tenant);
  const report = await collections.lookAtValidation(identifier, created_at, clock.now());
  const isOpen = report.kind === 'PENDING';
  const status = isOpen ? 'VALIDATING' : report.kind;
  const lookAgainAt = isOpen ? report.lookAgainAt : null;
  await database.transaction((unit) => unit.run(record, { tenant, id, status, lookAgainAt }));
}
