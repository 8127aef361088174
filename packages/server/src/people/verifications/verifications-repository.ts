import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { VerificationRow } from './verification-row.ts';

const verifications = table('verifications');
const find = verifications.find('id');

export function findVerification(unit: Unit, tenant: number, id: string): Promise<VerificationRow | undefined> {
  return unit.first(find, { tenant, id });
}

const findOf = verifications.find('customer_id');

/** The caller has locked the customer, so no other unit changes the verification. */
export function findVerificationOf(
  unit: Unit,
  tenant: number,
  customerId: string,
): Promise<VerificationRow | undefined> {
  return unit.first(findOf, { tenant, customer_id: customerId });
}

export function insertVerification(unit: Unit, row: VerificationRow): void {
  unit.insert('verifications', [row]);
}

const update = verifications.update(['status', 'errors', 'refused', 'sequence', 'updated_at'], 'id');

export function updateVerification(unit: Unit, row: VerificationRow): void {
  unit.write(update, row);
}
