import { type SweepScope, sweepEvery } from '../../engines/due-work/sweep.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

const removeOf = statement<SweepScope, never>('deleteExpiredLookupsOf', (db, { tenant, now }) =>
  db.deleteFrom('receiver_lookups').where('tenant', '=', tenant).where('expires_at', '<=', now),
);
const removeOthers = statement<SweepScope, never>('deleteExpiredLookups', (db, { now }) =>
  db
    .deleteFrom('receiver_lookups')
    .where('expires_at', '<=', now)
    .where('tenant', 'not in', (eb) => eb.selectFrom('clocks').select('tenant')),
);

function deleteExpiredLookups(unit: Unit, scope: SweepScope): Promise<number> {
  return unit.run(scope.tenant === null ? removeOthers : removeOf, scope);
}

export const dueLookups = sweepEvery('receiver_lookups', 10 * minuteMs, deleteExpiredLookups);
