import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Whether a tenant that was found by a secret still exists. The rows of a removed tenant are deleted in batches, so
 * some stay for a while.
 */
export function tenantExists(
  column: `${'agent_device_codes' | 'card_reveals' | 'hosted_pages' | 'invitations' | 'platforms'}.tenant`,
): Expression<SqlBool> {
  const { exists, not, selectFrom } = expressionBuilder<Schema, never>();
  return not(
    exists(
      selectFrom('removed_tenants').select('tenant').where('removed_tenants.tenant', '=', sql.ref<number>(column)),
    ),
  );
}
