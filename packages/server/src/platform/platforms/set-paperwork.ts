import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

const set = table('platforms').update(['skips_verification_paperwork']);

/** Whether a sandbox verifies its customers without asking for documents. */
export function setPaperwork(unit: Unit, tenant: number, skips: boolean): void {
  unit.write(set, { tenant, skips_verification_paperwork: skips ? 1 : 0 });
}
