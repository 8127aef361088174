import { type SweepScope, sweepEvery } from '../../engines/due-work/sweep.ts';
import { dayMs, type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
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

/** Returns whether it was still good: of many at once, one uses it. */
export async function markUsed(unit: Unit, key: Use): Promise<boolean> {
  return (await unit.run(use, key)) === 1;
}

/** How long a request is remembered after its end, so that a late signature is told what is wrong with it. */
const rememberedMs = dayMs;

const sweepOf = statement<SweepScope, never>('sweepSignedRequestsOf', (db, { tenant, now }) =>
  db.deleteFrom('signed_requests').where('tenant', '=', tenant).where('expires_at', '<=', now),
);
const sweepOthers = statement<SweepScope, never>('sweepSignedRequests', (db, { now }) =>
  db
    .deleteFrom('signed_requests')
    .where('expires_at', '<=', now)
    .where('tenant', 'not in', (eb) => eb.selectFrom('clocks').select('tenant')),
);

export const signedRequestSweep = sweepEvery('signed_requests', 10 * minuteMs, (unit, { tenant, now }) =>
  unit.run(tenant === null ? sweepOthers : sweepOf, { tenant, now: plusMs(now, -rememberedMs) }),
);
