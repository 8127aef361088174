import type { Unit } from '../../ground/database/unit.ts';
import type { InternalAccountRow } from './tables.ts';

/**
 * Inserts the accounts that do not exist yet and returns those. The unique rules of the table ensure that two
 * concurrent units create one account.
 */
export async function insertMissingAccounts(
  unit: Unit,
  rows: readonly InternalAccountRow[],
): Promise<InternalAccountRow[]> {
  if (rows.length === 0) return [];
  return unit.select((db) =>
    db
      .insertInto('internal_accounts')
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing())
      .returningAll(),
  );
}
