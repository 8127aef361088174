import type { RailRefund, RefundReport } from '../../engines/rails/rails.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Deps } from '../../operation/deps.ts';
import { hasOtherHalf, isPassedOn, type TransactionRow } from './transaction-row.ts';

/** How far a refund is, and where it goes. */
export interface RefundLook {
  readonly report: RefundReport;
  /** The money was taken from another provider of UMA for good: nobody can send it back there. */
  readonly isTaken: boolean;
}

/** Whoever carries a refund out is asked about it, with no unit open. */
export async function lookAtRefund(deps: Deps, row: TransactionRow, refund: RailRefund): Promise<RefundLook> {
  const { rails, clock } = deps;
  if (hasOtherHalf(row)) return { report: await lookAtHalf(deps, row, refund), isTaken: false };
  const isTaken = row.type === 'INCOMING' && row.funding === 'UMA_PAYMENT' && (await wasTaken(deps, row));
  const report = await rails.lookAtRefund(refund, clock.now());
  // The node has let the money go, so it is back whatever anybody else says.
  const isLetGo = row.type === 'INCOMING' && row.uma !== null && row.uma.invoice !== null && !isTaken;
  return { report: isLetGo && report.kind !== 'SETTLED' ? { kind: 'SETTLED', lookAgainAt: null } : report, isTaken };
}

/**
 * Between two customers the half that came in gives the money back to the half that goes out, which asks the rail
 * as any payment does. What was stopped may be delivered all the same as long as the other half has not ended.
 */
async function lookAtHalf({ rails, clock }: Deps, row: TransactionRow, refund: RailRefund): Promise<RefundReport> {
  const now = clock.now();
  const settled: RefundReport = { kind: 'SETTLED', lookAgainAt: plusMs(now, 2 * secondMs) };
  if (row.type === 'INCOMING') return settled;
  const report = await rails.lookAtRefund(refund, now);
  return report.kind === 'SETTLED' ? settled : report;
}

/** Money that our node still holds is let go here; what it has taken is ours, and what was passed on had to be. */
async function wasTaken(deps: Deps, row: TransactionRow): Promise<boolean> {
  const invoice = row.uma?.invoice ?? null;
  if (invoice === null) return isPassedOn(row);
  if (row.settled_at !== null) return true;
  const context = { tenant: row.tenant, deps };
  await deps.lightning.cancel(invoice, context);
  return (await deps.lightning.lookAtInvoice(invoice, context)) === 'SETTLED';
}
