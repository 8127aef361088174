import { type Instant, minuteMs, plusMs } from '../clock/instant.ts';
import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';
import type { Deps } from '../deps.ts';
import type { ExternalAccountRow } from './external-account-row.ts';

const batchSize = 64;
/** How long a claimed account is left to its worker before another one may take it. */
const leaseMs = minuteMs;

interface Claim {
  readonly now: Instant;
  readonly leasedUntil: Instant;
}

const claim = statement<Claim, ExternalAccountRow>('claimValidations', (db, { now, leasedUntil }, engine) =>
  db
    .updateTable('external_accounts')
    .set({ validation_due_at: leasedUntil })
    .where(({ eb, refTuple }) => {
      const due = db
        .selectFrom('external_accounts')
        .select(['tenant', 'id'])
        .where('validation_due_at', '<=', now)
        .orderBy('validation_due_at')
        .limit(batchSize);
      const free = engine === 'postgres' ? due.forUpdate().skipLocked() : due;
      return eb(refTuple('tenant', 'id'), 'in', free.$asTuple('tenant', 'id'));
    })
    .returningAll(),
);

interface Outcome {
  readonly tenant: number;
  readonly id: string;
  readonly status: string;
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

const nextDue = statement<Record<never, never>, { validation_due_at: Instant | null }>('nextValidation', (db) =>
  db
    .selectFrom('external_accounts')
    .select('validation_due_at')
    .where('validation_due_at', 'is not', null)
    .orderBy('validation_due_at')
    .limit(1),
);

export async function nextValidationAt(unit: Unit): Promise<Instant | undefined> {
  return (await unit.first(nextDue, {}))?.validation_due_at ?? undefined;
}

/** Asks the banks of new accounts whether money may be taken from them. Answers how many were asked about. */
export async function validateAccounts({ database, clock, collections }: Deps): Promise<number> {
  const now = clock.now();
  const claimed = await database.transaction((unit) => unit.all(claim, { now, leasedUntil: plusMs(now, leaseMs) }));
  for (const { tenant, id, identifier, created_at } of claimed) {
    const report = await collections.lookAtValidation(identifier, created_at, clock.now());
    const isOpen = report.kind === 'PENDING';
    const status = isOpen ? 'VALIDATING' : report.kind;
    const lookAgainAt = isOpen ? report.lookAgainAt : null;
    await database.transaction((unit) => unit.run(record, { tenant, id, status, lookAgainAt }));
  }
  return claimed.length;
}
