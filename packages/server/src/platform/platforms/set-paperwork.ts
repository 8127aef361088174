import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

const set = statement<{ readonly tenant: number; readonly skips: number }, never>('setPaperwork', (db, key) =>
  db.updateTable('platforms').set({ skips_verification_paperwork: key.skips }).where('tenant', '=', key.tenant),
);

/** Whether a sandbox verifies its customers without asking for documents. */
export function setPaperwork(unit: Unit, tenant: number, skips: boolean): void {
  unit.write(set, { tenant, skips: skips ? 1 : 0 });
}
