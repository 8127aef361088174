import type { Selectable } from 'kysely';
import { mustMove, type StateOf } from '../../engines/states/transition.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** A reset as it is stored; `factor-reset.ts` computes its present stage. */
export type FactorResetRow = Selectable<Schema['factor_resets']>;

const find = table('factor_resets').find('id');

export function findResetRow(unit: Unit, tenant: number, id: string): Promise<FactorResetRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertReset(unit: Unit, row: FactorResetRow): void {
  unit.insert('factor_resets', [row]);
}

interface Since {
  readonly tenant: number;
  readonly customerId: string;
  readonly since: Instant;
}

const listSince = statement<Since, { created_at: Instant }>('listResetsSince', (db, { tenant, customerId, since }) =>
  db
    .selectFrom('factor_resets')
    .select('created_at')
    .where('tenant', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('created_at', '>', since)
    .orderBy('created_at'),
);

/** The times after `since` at which the customer started resets, oldest first. */
export async function startsSince(unit: Unit, since: Since): Promise<Instant[]> {
  return (await unit.all(listSince, since)).map(({ created_at: at }) => at);
}

const save = statement<FactorResetRow & { readonly seen: FactorResetRow['status'] }, never>(
  'saveFactorReset',
  (db, row) =>
    db
      .updateTable('factor_resets')
      .set({
        status: row.status,
        enrollment_status: row.enrollment_status,
        review_ends_at: row.review_ends_at,
        review_passes: row.review_passes,
        completed_at: row.completed_at,
      })
      .where('tenant', '=', row.tenant)
      .where('id', '=', row.id)
      .where('status', '=', row.seen),
);

/** Updates the row unless another unit has changed its status. `seen` is the status that the caller read. */
export async function saveReset(unit: Unit, row: FactorResetRow, seen: FactorResetRow['status']): Promise<boolean> {
  return (await unit.run(save, { ...row, seen })) === 1;
}

interface Enrolled {
  readonly tenant: number;
  readonly customerId: string;
  readonly factor: 'TOTP' | 'PASSKEY';
  readonly from: StateOf<'sca-enrollment'>;
  readonly to: StateOf<'sca-enrollment'>;
}

const enroll = statement<Enrolled, never>('markReenrolled', (db, { tenant, customerId, factor, from, to }) =>
  db
    .updateTable('factor_resets')
    .set({ enrollment_status: to })
    .where('tenant', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('factor', '=', factor)
    .where('enrollment_status', '=', from),
);

const awaited = mustMove('sca-enrollment', null, 'RESET').to;
const enrolled = mustMove('sca-enrollment', awaited, 'CONFIRM').to;

/** Records in the resets that removed the factor that the customer has enrolled it again. */
export function markReenrolled(unit: Unit, tenant: number, customerId: string, factor: Enrolled['factor']): void {
  unit.write(enroll, { tenant, customerId, factor, from: awaited, to: enrolled });
}
