import { sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import { isUrgent } from './deliveries-repository.ts';

const findUrgentOf = statement<{ readonly tenants: JsonText<readonly number[]> }, { tenant: number; due_at: Instant }>(
  'findFirstUrgentDeliveries',
  (db, { tenants }, engine) => {
    const listed =
      engine === 'sqlite'
        ? sql`(select value as tenant from json_each(${tenants}))`
        : sql`(select cast(jsonb_array_elements_text(cast(${tenants} as jsonb)) as integer) as tenant)`;
    return rawQuery(
      sql<{ tenant: number; due_at: Instant }>`select * from (select asked.tenant, (select d.due_at from deliveries d
        where d.tenant = asked.tenant and d.due_at is not null and ${isUrgent} order by d.due_at limit 1) as due_at
        from ${listed} as asked) as found where due_at is not null`,
      db,
    );
  },
);

/** When the first urgent delivery of each platform is due: one statement, however many platforms are paused. */
export async function firstUrgentDueAts(unit: Unit, tenants: readonly number[]): Promise<ReadonlyMap<number, Instant>> {
  if (tenants.length === 0) return new Map();
  const rows = await unit.all(findUrgentOf, { tenants: writeJson<readonly number[]>(tenants) });
  return new Map(rows.map(({ tenant, due_at: dueAt }) => [tenant, dueAt]));
}
