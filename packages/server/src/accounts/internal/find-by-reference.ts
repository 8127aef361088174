import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { InternalAccountRow } from './tables.ts';

/**
 * Without a tenant, because a bank that reports a deposit does not know the platform. A copied account of the sandbox
 * has the same reference as its original: the lowest tenant wins.
 */
const find = statement<{ readonly reference: string }, InternalAccountRow>(
  'findAccountByReference',
  (db, { reference }) =>
    db.selectFrom('internal_accounts').selectAll().where('reference', '=', reference).orderBy('tenant').limit(1),
);

export function findAccountByReference(unit: Unit, reference: string): Promise<InternalAccountRow | undefined> {
  return unit.first(find, { reference });
}

const findOwn = table('internal_accounts').find('reference');

/** Finds the account of one platform by its reference. */
export function findOwnAccountByReference(
  unit: Unit,
  tenant: number,
  reference: string,
): Promise<InternalAccountRow | undefined> {
  return unit.first(findOwn, { tenant, reference });
}
