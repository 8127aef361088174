import { sweepEvery } from '../../engines/due-work/sweep.ts';
import { dayMs, type Instant, minuteMs } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { SignedRequestRow } from './tables.ts';

const find = table('signed_requests').find('id', 'operation', 'path');

export function findSignedRequest(
  unit: Unit,
  key: Pick<SignedRequestRow, 'tenant' | 'id' | 'operation' | 'path'>,
): Promise<SignedRequestRow | undefined> {
  return unit.first(find, key);
}

export function insertSignedRequest(unit: Unit, row: SignedRequestRow): void {
  unit.insert('signed_requests', [row]);
}

interface Use {
  readonly tenant: number;
  readonly id: string;
  readonly now: Instant;
}

const use = statement<Use, never>('useSignedRequest', (db, { tenant, id, now }) =>
  db
    .updateTable('signed_requests')
    .set({ used_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now),
);

/** Returns whether the request was unused and had not expired. Of concurrent calls, one returns `true`. */
export async function markUsed(unit: Unit, key: Use): Promise<boolean> {
  return (await unit.run(use, key)) === 1;
}

/** How long a request is kept after its expiry, so that a late signature gets the right refusal. */
const rememberedMs = dayMs;

export const signedRequestSweep = sweepEvery(
  { table: 'signed_requests', key: ['tenant', 'id'], column: 'expires_at', beyondMs: rememberedMs },
  10 * minuteMs,
);
