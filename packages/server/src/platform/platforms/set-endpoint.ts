import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

const set = table('platforms').update(['webhook_endpoint']);

/** Sets where the events of a platform are sent; sends no test event. */
export function setEndpoint(unit: Unit, tenant: number, endpoint: string): void {
  unit.write(set, { tenant, webhook_endpoint: endpoint });
}
