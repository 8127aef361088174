import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** Names the timers of transactions: what comes next for each is its `due_action`. */
export const transactionTimers = 'transactions';

/** Sets when a transaction is due, or that it never is; left out, its timer stays as it is. */
export function saveTimer(
  unit: Unit,
  { tenant, id }: { readonly tenant: number; readonly id: string },
  dueAt: Instant | null | undefined,
): void {
  const timer = { tenant, kind: transactionTimers, id };
  if (dueAt === null) clearTimer(unit, timer);
  else if (dueAt !== undefined) setTimer(unit, timer, dueAt);
}
