import { type Expression, type SqlBool, sql } from 'kysely';
import { rawQuery } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';

/** Customers have few different lists of currencies; a platform that has more of them is looked through. */
const mostLists = 1_000;

/** Stands for customers without currencies of their own, who use every currency of the platform. */
const ofPlatform = '';

/** The condition that a customer uses a currency, by the lists of codes that the customers of the platform have. */
export async function usingCurrency(unit: Unit, tenant: number, code: string): Promise<Expression<SqlBool>> {
  const isOfPlatform = (await findPlatformCurrencies(unit, tenant)).some((own) => own === code);
  const lists = await listsOf(unit, tenant);
  // Codes contain no characters that `like` or JSON would treat specially.
  const named = `"${code}"`;
  if (lists.length > mostLists) {
    const isNamed = sql<SqlBool>`currencies like ${`%${named}%`}`;
    return isOfPlatform ? sql<SqlBool>`(${isNamed} or currencies is null)` : isNamed;
  }
  const meant = lists.filter((list) => (list === ofPlatform ? isOfPlatform : list.includes(named)));
  return meant.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`coalesce(currencies, '') in (${sql.join(meant)})`;
}

/** Each list once, one more than `mostLists` at most: the index is asked for the one behind the last, and so on. */
async function listsOf(unit: Unit, tenant: number): Promise<string[]> {
  const rows = await unit.select<{ readonly list: string }>((db) =>
    rawQuery(
      sql`with recursive lists(list) as (
        select min(coalesce(currencies, '')) from customers where tenant = ${tenant}
        union all
        select (select min(coalesce(currencies, '')) from customers
          where tenant = ${tenant} and coalesce(currencies, '') > lists.list) from lists where lists.list is not null
      ) select list from lists where list is not null limit ${mostLists + 1}`,
      db,
    ),
  );
  return rows.map(({ list }) => list);
}
