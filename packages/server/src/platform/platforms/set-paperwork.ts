import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

const set = table('platforms').update(['skips_verification_paperwork']);

/** Sets whether a sandbox verifies its customers without documents. */
export function setPaperwork(unit: Unit, tenant: number, skips: boolean): void {
  unit.write(set, { tenant, skips_verification_paperwork: skips ? 1 : 0 });
}
