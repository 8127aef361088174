import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { InternalAccountRow } from './tables.ts';

/** A bank that reports a deposit does not know the platform. A copy in the sandbox shows the same one as its original. */
const find = statement<{ readonly reference: string }, InternalAccountRow>(
  'findAccountByReference',
  (db, { reference }) =>
    db.selectFrom('internal_accounts').selectAll().where('reference', '=', reference).orderBy('tenant').limit(1),
);

export function findAccountByReference(unit: Unit, reference: string): Promise<InternalAccountRow | undefined> {
  return unit.first(find, { reference });
}

const findOwn = table('internal_accounts').find('reference');

/** The same for one platform. */
export function findOwnAccountByReference(
  unit: Unit,
  tenant: number,
  reference: string,
): Promise<InternalAccountRow | undefined> {
  return unit.first(findOwn, { tenant, reference });
}
