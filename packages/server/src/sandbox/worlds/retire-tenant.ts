import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Tenant {
  readonly tenant: number;
}

const endTokens = statement<Tenant, never>('endTokensOfTenant', (db, { tenant }) =>
  db.deleteFrom('tokens').where('tenant', '=', tenant),
);

const endAgents = statement<Tenant, never>('endAgentsOfTenant', (db, { tenant }) =>
  db.updateTable('agents').set({ token_hash: null }).where('tenant', '=', tenant).where('token_hash', 'is not', null),
);

const shut = statement<Tenant & { readonly label: string }, never>('shutPlatform', (db, { tenant, label }) =>
  db.updateTable('platforms').set({ webhook_endpoint: null, proxy_uma_subdomain: label }).where('tenant', '=', tenant),
);

/**
 * Ends a tenant with the commit of the unit: no token is accepted and nothing is sent any more. Its rows are removed
 * later, batch by batch.
 */
export function retireTenant(unit: Unit, tenant: number, nowMs: number): void {
  unit.write(endTokens, { tenant });
  unit.write(endAgents, { tenant });
  unit.write(shut, { tenant, label: `removed-${tenant}` });
  unit.insert('removed_tenants', [{ tenant, removed_at_ms: nowMs, due_ms: nowMs }]);
}
