import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';

interface Named {
  readonly tenant: number;
  readonly identifier: string;
}

const find = statement<Named, { id: string }>('findAccountsByIdentifier', (db, { tenant, identifier }) =>
  db
    .selectFrom('external_accounts')
    .select('id')
    .where('tenant', '=', tenant)
    .where('identifier', '=', identifier)
    .orderBy('id'),
);

/** The ids of every account that has or had this account number, IBAN, address and so on; several owners may. */
export async function findAccountsByIdentifier(unit: Unit, tenant: number, identifier: string): Promise<string[]> {
  return (await unit.all(find, { tenant, identifier })).map(({ id }) => id);
}
