import { sql } from 'kysely';
import { sortedBy, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Named {
  readonly tenant: number;
  readonly digest: string;
}

const find = statement<Named, { id: string }>('findAccountsByIdentifier', (db, { tenant, digest }, engine) =>
  db
    .selectFrom('external_accounts')
    .select('id')
    .where('tenant', '=', tenant)
    .where(sql.ref<string | null>('identifier_digest'), '=', digest)
    .orderBy(sortedBy(engine, 'id')),
);

/** The ids of every account that has or had an identifier of this digest; several owners may. */
export async function findAccountsByIdentifier(unit: Unit, tenant: number, digest: string): Promise<string[]> {
  return (await unit.all(find, { tenant, digest })).map(({ id }) => id);
}
