import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

const set = table('platforms').update(['webhook_endpoint']);

/** Where the events of a platform are sent from now on; nothing is sent there to say so. */
export function setEndpoint(unit: Unit, tenant: number, endpoint: string): void {
  unit.write(set, { tenant, webhook_endpoint: endpoint });
}
