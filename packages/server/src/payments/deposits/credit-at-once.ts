import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { applyRailReport } from '../transactions/apply-rail-report.ts';
import { startFundedPayment } from '../transactions/payment-steps.ts';
import type { Deposit } from '../transactions/save-deposit.ts';
import { openDeposit } from './open-deposit.ts';

/** A deposit that is detected, cleared and credited in one unit, with every event in between. */
export async function creditAtOnce(context: WorkContext, account: InternalAccountRow, deposit: Deposit): Promise<void> {
  const opened = await openDeposit(context, account, deposit);
  const started = await startFundedPayment(context, opened, 'RECEIVE');
  await applyRailReport(context, started, { kind: 'DELIVERED', transactionHash: null, nextPollAt: null });
}
