import { type Expression, type SqlBool, sql } from 'kysely';
import { rawQuery } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';

/** Customers usually share few lists of currencies; a platform with more lists is scanned. */
const mostLists = 1_000;

/** Customers without their own currencies, who use every currency of the platform. */
const ofPlatform = '';

/** The condition that a customer uses a currency, from the distinct lists of codes of the platform's customers. */
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

/** The distinct lists, at most `mostLists` + 1: each step seeks the next one in the index. */
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
