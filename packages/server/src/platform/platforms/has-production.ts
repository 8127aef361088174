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

/** How long an answer counts where it is asked for every webhook: an attempt itself may take as long. */
const rememberedMs = 100;

/** The same for who asks all the time. */
export function createHasProduction(
  database: Pick<Database, 'read'>,
  currentMs: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known: Promise<boolean> | undefined;
  let askedAtMs = 0;
  return () => {
    const nowMs = currentMs();
    if (known !== undefined && nowMs - askedAtMs < rememberedMs) return known;
    askedAtMs = nowMs;
    const asked = database.read(hasProduction);
    // A look that failed answers nobody else.
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
    known = asked;
    return asked;
  };
}

/**
 * Whether webhooks may go to this machine now: not where others reach the server, and not from the moment
 * on at which the operator puts a platform into production, also while the server runs.
 */
export async function allowsLoopback(unit: Unit, { settings }: Pick<ServerDeps, 'settings'>): Promise<boolean> {
  return settings.allowsLoopbackWebhooks && !(await hasProduction(unit));
}
