import type { RailRefund, RefundReport } from '../../engines/rails/rails.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Deps } from '../../operation/deps.ts';
import { hasPeerTransaction, isPassedOn, type TransactionRow } from './transaction-row.ts';

/** The state of a refund, and its destination. */
export interface RefundPoll {
  readonly report: RefundReport;
  /** The money was irrevocably taken from another UMA provider, so it cannot be returned there. */
  readonly isTaken: boolean;
}

/** Polls the rail that carries out a refund, with no unit open. */
export async function pollRefund(deps: Deps, row: TransactionRow, refund: RailRefund): Promise<RefundPoll> {
  const { rails, clock } = deps;
  if (hasPeerTransaction(row)) return { report: await pollPeerRefund(deps, row, refund), isTaken: false };
  const isTaken = row.type === 'INCOMING' && row.funding === 'UMA_PAYMENT' && (await cancelUnlessSettled(deps, row));
  const report = await rails.pollRefund(refund, clock.now());
  // The node has released the money, so it is returned whatever the rail reports.
  const isReleased = row.type === 'INCOMING' && row.uma !== null && row.uma.invoice !== null && !isTaken;
  return { report: isReleased && report.kind !== 'SETTLED' ? { kind: 'SETTLED', nextPollAt: null } : report, isTaken };
}

/**
 * Between two customers, the incoming half returns the money to the outgoing half, which polls the rail as any
 * payment does. A cancelled payment may still be delivered until the other half has ended.
 */
async function pollPeerRefund({ rails, clock }: Deps, row: TransactionRow, refund: RailRefund): Promise<RefundReport> {
  const now = clock.now();
  const settled: RefundReport = { kind: 'SETTLED', nextPollAt: plusMs(now, 2 * secondMs) };
  if (row.type === 'INCOMING') return settled;
  const report = await rails.pollRefund(refund, now);
  return report.kind === 'SETTLED' ? settled : report;
}

/** Releases money that our node still holds. Money that it has taken is ours, as is money that was passed on. */
async function cancelUnlessSettled(deps: Deps, row: TransactionRow): Promise<boolean> {
  const invoice = row.uma?.invoice ?? null;
  if (invoice === null) return isPassedOn(row);
  if (row.settled_at !== null) return true;
  const context = { tenant: row.tenant, deps };
  await deps.lightning.cancel(invoice, context);
  return (await deps.lightning.pollInvoice(invoice, context)) === 'SETTLED';
}
