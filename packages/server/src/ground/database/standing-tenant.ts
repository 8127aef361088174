import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Whether a tenant that is found by a secret has not ended: the rows of one that was removed go batch by batch, so some
 * are there for a while.
 */
export function tenantStands(
  column: `${'agent_device_codes' | 'card_reveals' | 'hosted_pages' | 'invitations' | 'platforms'}.tenant`,
): Expression<SqlBool> {
  const { exists, not, selectFrom } = expressionBuilder<Schema, never>();
  return not(
    exists(
      selectFrom('removed_tenants').select('tenant').where('removed_tenants.tenant', '=', sql.ref<number>(column)),
    ),
  );
}
