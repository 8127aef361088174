import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** A platform in one environment as it is stored. */
export type PlatformRow = Selectable<Schema['platforms']>;

const find = table('platforms').find();

/** The platform of a tenant; a tenant without one is a bug. */
export async function findPlatform(unit: Unit, tenant: number): Promise<PlatformRow> {
  const platform = await unit.first(find, { tenant });
  if (platform === undefined) throw new Error(`tenant ${tenant} has no platform`);
  return platform;
}

const listCurrencies = statement<{ readonly tenant: number }, { currency: CurrencyCode }>(
  'listPlatformCurrencies',
  (db, { tenant }) =>
    db.selectFrom('platform_currencies').select('currency').where('tenant', '=', tenant).orderBy('position'),
);

/** The currencies that the platform supports, in the platform's own order. */
export async function findPlatformCurrencies(unit: Unit, tenant: number): Promise<CurrencyCode[]> {
  return (await unit.all(listCurrencies, { tenant })).map((row) => row.currency);
}

const listSandbox = statement<Record<never, never>, { tenant: number }>('listSandboxTenants', (db) =>
  db.selectFrom('platforms').select('tenant').where('environment', '=', 'SANDBOX').orderBy('tenant'),
);

export async function listSandboxTenants(unit: Unit): Promise<number[]> {
  return (await unit.all(listSandbox, {})).map(({ tenant }) => tenant);
}
