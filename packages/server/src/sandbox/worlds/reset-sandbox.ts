import { sql } from 'kysely';
import { findClock } from '../../engines/clocks/clocks.ts';
import { setClock, shownBy } from '../../engines/due-work/clock-settings.ts';
import { skipEverything } from '../../engines/outbox/skip-deliveries.ts';
import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { rawQuery, type Statement, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import { isCurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Handler } from '../../operation/operation.ts';
import { keepAttempts } from '../../people/invitations/find-invitation.ts';
import { takeTenant } from '../../platform/platforms/create-platform.ts';
import { findPlatform, findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { depsOfNew } from './make-world.ts';
import { retireTenant } from './retire-tenant.ts';
import { type TenantTable, tenantTableNames, tenantTables } from './tenant-tables.ts';
import { findSeedOfWorld, moveWorld } from './worlds-repository.ts';

interface Move {
  readonly tenant: number;
  readonly to: number;
}

const moves: readonly Statement<Move, never>[] = tenantTableNames
  .filter((name) => tenantTables[name].isKept)
  .map((name: TenantTable) =>
    statement<Move, never>(`moveRowsOf ${name}`, (db, { tenant, to }) =>
      rawQuery(sql<never>`update ${sql.table(name)} set tenant = ${to} where tenant = ${tenant}`, db),
    ),
  );

const rename = statement<{ readonly tenant: number; readonly name: string }, never>(
  'renameRemovedPlatform',
  (db, { tenant, name }) =>
    rawQuery(
      sql<never>`update platforms set platform_id = ${name}, proxy_uma_subdomain = ${name} where tenant = ${tenant} and platform_id <> ${name}`,
      db,
    ),
);

/**
 * Moves the platform to a new tenant, with the data that stays. The old tenant is removed with everything else, like a
 * deleted one. So all data disappears at once, whatever its size.
 */
export const resetSandbox: Handler<'resetSandbox'> = async (context) => {
  const { unit, tenant, deps } = context;
  const platform = await findPlatform(unit, tenant);
  // Another reset came first and has already moved the platform away from this tenant.
  if ((await unit.run(rename, { tenant, name: `removed-${tenant}` })) === 0) return { status: 204, body: undefined };
  const to = await takeTenant(unit);
  await unit.insertNow('platforms', { ...platform, tenant: to });
  for (const move of moves) unit.write(move, { tenant, to });
  moveWorld(unit, tenant, to);
  keepAttempts(unit, deps.sealer, { tenant, to });
  const now = await takeClock(context, to);
  const seed = await findSeedOfWorld(unit, to);
  const fresh: WorkContext = { unit, tenant: to, now, deps: depsOfNew(deps, to, seed, now) };
  const codes = await findPlatformCurrencies(unit, to);
  for (const currency of codes) if (!isCurrencyCode(currency)) unit.write(removeCurrency, { tenant: to, currency });
  await deps.lifeCycle.onCurrenciesGranted(fresh, null, codes.filter(isCurrencyCode));
  await skipEverything(unit, to, now);
  retireTenant(unit, tenant, epochMsOf(deps.clocks.system.now()));
  return { status: 204, body: undefined };
};

const removeCurrency = table('platform_currencies').delete('currency');

/** The new clock continues at the time of the old one. A running advance ends. */
async function takeClock({ unit, tenant, now, deps }: WorkContext, to: number): Promise<Instant> {
  const row = await findClock(unit, tenant);
  if (row === undefined) return now;
  const { system } = deps.clocks;
  const shown = shownBy(row, system);
  const setting = { now: shown, scale: row.scale, isFrozen: row.is_frozen === 1 };
  setClock(unit, { ...row, tenant: to, revision: 0 }, system, setting);
  return shown;
}
