import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';
import { sortedBy, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** A subquery for the ids of all accounts, of any owner, that have or had an identifier of this digest. */
export function accountsOfIdentifier(
  db: Kysely<Schema>,
  tenant: number,
  digest: string,
): SelectQueryBuilder<Schema, 'external_accounts', { id: string }> {
  return db
    .selectFrom('external_accounts')
    .select('id')
    .where('tenant', '=', tenant)
    .where(sql.ref<string | null>('identifier_digest'), '=', digest);
}

/** Limits a search by identifier: every customer may have the account of the same biller. */
export const mostAccounts = 1_000;

interface Named {
  readonly tenant: number;
  readonly digest: string;
}

const find = statement<Named, { id: string }>('findAccountsByIdentifier', (db, { tenant, digest }, engine) =>
  accountsOfIdentifier(db, tenant, digest)
    .orderBy(sortedBy(engine, 'id'))
    .limit(mostAccounts + 1),
);

/** Whether more accounts have or had the identifier than a search reads one by one. */
export async function isOfTooManyAccounts(unit: Unit, tenant: number, digest: string): Promise<boolean> {
  return (await unit.all(find, { tenant, digest })).length > mostAccounts;
}
