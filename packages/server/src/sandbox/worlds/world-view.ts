import type { SandboxWorld } from '@payments-platform/types';
import { instantOf } from '../../ground/clock/instant.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { WorldRow } from './tables.ts';

/** Row to wire. */
export function viewWorld(row: WorldRow): SandboxWorld {
  return {
    id: storedId('World', row.id),
    status: row.status,
    name: row.name,
    seed: row.seed,
    forkedFrom: row.forked_from === null ? null : storedId('World', row.forked_from),
    createdAt: row.created_at,
    expiresAt: instantOf(Number(row.expires_ms)),
  };
}
