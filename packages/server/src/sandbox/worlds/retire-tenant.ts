import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

const endTokens = table('tokens').delete();

const endAgents = statement<{ readonly tenant: number }, never>('endAgentsOfTenant', (db, { tenant }) =>
  db.updateTable('agents').set({ token_hash: null }).where('tenant', '=', tenant).where('token_hash', 'is not', null),
);

const closePlatform = table('platforms').update(['webhook_endpoint', 'proxy_uma_subdomain']);

/**
 * Ends a tenant with the commit of the unit: no token is accepted and nothing is sent any more. Its rows are removed
 * later, batch by batch.
 */
export function retireTenant(unit: Unit, tenant: number, nowMs: number): void {
  unit.write(endTokens, { tenant });
  unit.write(endAgents, { tenant });
  unit.write(closePlatform, { tenant, webhook_endpoint: null, proxy_uma_subdomain: `removed-${tenant}` });
  unit.insert('removed_tenants', [{ tenant, removed_at_ms: nowMs, due_ms: nowMs }]);
}
