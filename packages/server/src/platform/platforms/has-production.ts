import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../ground/database/database.ts';
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
 * The same for the delivery of webhooks: all calls in one turn of the event loop share a read, which starts in the
 * next turn.
 */
export function createHasProduction(database: Pick<Database, 'read'>): () => Promise<boolean> {
  let ahead: Promise<boolean> | undefined;
  return () => {
    ahead ??= nextTurn().then(() => {
      ahead = undefined;
      return database.read(hasProduction);
    });
    return ahead;
  };
}

/**
 * Whether webhooks may go to this machine now. They may not if others can reach the server, or once the operator
 * has put a platform into production, even while the server runs.
 */
export async function allowsLoopback(unit: Unit, { settings }: Pick<ServerDeps, 'settings'>): Promise<boolean> {
  return settings.allowsLoopbackWebhooks && !(await hasProduction(unit));
}
