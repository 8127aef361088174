import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';

const find = statement<Record<never, never>, { tenant: number }>('findProduction', (db) =>
  db.selectFrom('platforms').select('tenant').where('environment', '=', 'PRODUCTION').limit(1),
);

/** Whether a platform of this database is in production, so that its time is nobody's to move. */
export async function hasProduction(unit: Unit): Promise<boolean> {
  return (await unit.first(find, {})) !== undefined;
}
