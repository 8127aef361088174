import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { VerificationRow } from './verification-row.ts';

const find = statement<{ readonly tenant: number; readonly id: string }, VerificationRow>(
  'findVerification',
  (db, { tenant, id }) => db.selectFrom('verifications').selectAll().where('tenant', '=', tenant).where('id', '=', id),
);

export function findVerification(unit: Unit, tenant: number, id: string): Promise<VerificationRow | undefined> {
  return unit.first(find, { tenant, id });
}

const findOf = statement<{ readonly tenant: number; readonly customerId: string }, VerificationRow>(
  'findVerificationOfCustomer',
  (db, { tenant, customerId }) =>
    db.selectFrom('verifications').selectAll().where('tenant', '=', tenant).where('customer_id', '=', customerId),
);

/** The caller has locked the customer, so no other unit changes the verification meanwhile. */
export function findVerificationOf(
  unit: Unit,
  tenant: number,
  customerId: string,
): Promise<VerificationRow | undefined> {
  return unit.first(findOf, { tenant, customerId });
}

export function insertVerification(unit: Unit, row: VerificationRow): void {
  unit.insert('verifications', [row]);
}

const update = statement<VerificationRow, never>('updateVerification', (db, row) =>
  db
    .updateTable('verifications')
    .set({
      status: row.status,
      errors: row.errors,
      refused: row.refused,
      sequence: row.sequence,
      updated_at: row.updated_at,
    })
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id),
);

export function updateVerification(unit: Unit, row: VerificationRow): void {
  unit.write(update, row);
}
