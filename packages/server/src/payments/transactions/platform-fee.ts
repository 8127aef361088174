import { findPlatformAccount } from '../../accounts/internal/find-internal-account.ts';
import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { InternalAccountName, LedgerAccount } from '../../engines/ledger/accounts.ts';
import { wasPosted } from '../../engines/ledger/was-posted.ts';
import { hourMs, plusMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { mustMovePayment } from './move-payment.ts';
import { feeClaims, feeReturnEntry, heldFees } from './payment-entries.ts';
import { idle } from './payment-steps.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

type Payer = Pick<WorkContext, 'unit' | 'tenant'>;

/** The platform's account for the fee of the payment, if there is a fee; a closed account takes and gives nothing. */
export async function feeAccount(
  { unit, tenant }: Payer,
  row: TransactionRow,
): Promise<InternalAccountName | undefined> {
  if (row.platform_fees_minor === 0n) return undefined;
  const account = await findPlatformAccount(unit, tenant, row.sent_currency);
  return account === undefined || account.status === 'CLOSED' ? undefined : storedId('InternalAccount', account.id);
}

/** The account that gives the fee of a returned payment back. A fee that never reached the platform is still held. */
export async function feePayer(context: Payer, row: TransactionRow): Promise<LedgerAccount> {
  const { unit, tenant } = context;
  const isPaid =
    row.platform_fees_minor > 0n &&
    (await wasPosted(unit, { tenant, kind: 'SETTLE', subjectId: row.id, account: heldFees(row) }));
  return isPaid ? ((await feeAccount(context, row)) ?? feeClaims(row)) : heldFees(row);
}

/** Whether the platform has yet to give back the fee of a returned payment. */
export async function owesFee(unit: Unit, row: TransactionRow): Promise<boolean> {
  if (row.platform_fees_minor === 0n || row.failure_reason !== 'PAYOUT_RETURNED') return false;
  const ofClaims = { tenant: row.tenant, subjectId: row.id, account: feeClaims(row) };
  return (
    (await wasPosted(unit, { ...ofClaims, kind: 'RETURN' })) &&
    !(await wasPosted(unit, { ...ofClaims, kind: 'FEE_RETURN' }))
  );
}

/**
 * Takes the fee of a returned payment back from the platform, so that the refund continues. Otherwise a platform
 * could pay itself nearly the whole of a payment as its fee, spend it, and have the service refund the payment. As
 * long as the platform has less than the fee, the refund waits; without an account it fails.
 */
export async function takeFeeBack(context: WorkContext, row: TransactionRow): Promise<void> {
  const account = await feeAccount(context, row);
  if (account === undefined) {
    await mustMovePayment(context, row, 'FAIL_REFUND', { due: idle });
    return;
  }
  const isGiven = typeof (await postEntryWithEvents(context, feeReturnEntry(row, account))) !== 'string';
  const due_at = isGiven ? context.now : plusMs(context.now, hourMs);
  await saveTransaction(context.unit, { ...row, due_at }, row.sequence);
}
