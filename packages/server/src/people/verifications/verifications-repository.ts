import type { VerificationStatus } from '@payments-platform/types';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Page } from '../../operation/pagination.ts';
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

/** The customer has been taken, so nobody else changes its verification meanwhile. */
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

export interface VerificationFilter {
  readonly customerId: string | undefined;
  readonly status: VerificationStatus | undefined;
}

/** One row more than the page holds, the newest first. */
export function listVerificationRows(
  unit: Unit,
  tenant: number,
  { customerId, status }: VerificationFilter,
  { limit, after }: Page,
): Promise<VerificationRow[]> {
  return unit.select((db) => {
    let query = db.selectFrom('verifications').selectAll().where('tenant', '=', tenant);
    if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
    if (status !== undefined) query = query.where('status', '=', status);
    if (after !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
      );
    }
    return query
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1);
  });
}
