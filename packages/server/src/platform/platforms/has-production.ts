import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ServerDeps } from '../../operation/deps.ts';

const find = statement<Record<never, never>, { tenant: number }>('findProduction', (db) =>
  db.selectFrom('platforms').select('tenant').where('environment', '=', 'PRODUCTION').limit(1),
);

/** Whether a platform of this database is in production, so that its clock cannot be moved. */
export async function hasProduction(unit: Unit): Promise<boolean> {
  return (await unit.first(find, {})) !== undefined;
}

/**
 * Whether webhooks may go to this machine now: not where others reach the server, and not from the moment
 * on at which the operator puts a platform into production, also while the server runs.
 */
export async function allowsLoopback(unit: Unit, { settings }: Pick<ServerDeps, 'settings'>): Promise<boolean> {
  return settings.allowsLoopbackWebhooks && !(await hasProduction(unit));
}
