import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { UmaRequestRow } from './tables.ts';

const find = table('uma_requests').find('id');
const remove = table('uma_requests').delete('id');

/** The kind of the timers of pay requests: when to poll their invoices. */
export const requestTimers = 'uma_requests';

export function findRequest(unit: Unit, tenant: number, id: string): Promise<UmaRequestRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertRequest(unit: Unit, row: UmaRequestRow, pollAt: Instant): void {
  unit.insert('uma_requests', [row]);
  setTimer(unit, { tenant: row.tenant, kind: requestTimers, id: row.id }, pollAt);
}

export function schedulePoll(unit: Unit, { tenant, id }: UmaRequestRow, at: Instant): void {
  setTimer(unit, { tenant, kind: requestTimers, id }, at);
}

/** Returns whether the request still existed: of two workers, one ends it. */
export async function endRequest(unit: Unit, { tenant, id }: UmaRequestRow): Promise<boolean> {
  clearTimer(unit, { tenant, kind: requestTimers, id });
  return (await unit.run(remove, { tenant, id })) === 1;
}
