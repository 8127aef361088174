import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { InternalAccountRow } from './tables.ts';

/** References are unique across platforms: a bank that reports a deposit does not know the platform. */
const find = statement<{ readonly reference: string }, InternalAccountRow>(
  'findAccountByReference',
  (db, { reference }) => db.selectFrom('internal_accounts').selectAll().where('reference', '=', reference),
);

export function findAccountByReference(unit: Unit, reference: string): Promise<InternalAccountRow | undefined> {
  return unit.first(find, { reference });
}
