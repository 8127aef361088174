import { lockInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, type Input, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { viewTransaction } from '../transactions/transaction-view.ts';
import { makeTransfer, type Transfer } from './transfer.ts';

/** From before quotes existed: a payout in one currency, equivalent to its quote. */
export const createTransferOut: Handler<'createTransferOut'> = async (call) => {
  const payout = await payoutOf(call, call.input.body);
  const made = isRefusal(payout) ? payout : await makeTransfer(call, 'createTransferOut', payout);
  return isRefusal(made) ? made : { status: 201, body: viewTransaction(made) };
};

/** The transfer to make: the whole balance if no amount is given. */
export async function payoutOf(
  context: WorkContext,
  { source, destination, amount, remittanceInformation, purposeOfPayment }: Input<'createTransferOut'>['body'],
): Promise<Transfer | Refusal<'INSUFFICIENT_FUNDS'>> {
  const amountMinor = amount === undefined ? await wholeBalance(context, source.accountId) : BigInt(amount);
  if (typeof amountMinor !== 'bigint') return amountMinor;
  const { accountId, paymentRail } = destination;
  return {
    source: source.accountId,
    destination: { accountId, ...(paymentRail === undefined ? {} : { paymentRail }) },
    amountMinor,
    ...(remittanceInformation === undefined ? {} : { remittanceInformation }),
    ...(purposeOfPayment === undefined ? {} : { purposeOfPayment }),
  };
}

/**
 * Locked, so that the balance cannot change before the transfer. A missing account is refused with the transfer
 * itself.
 */
async function wholeBalance(
  { unit, tenant }: WorkContext,
  accountId: string,
): Promise<bigint | Refusal<'INSUFFICIENT_FUNDS'>> {
  const account = await lockInternalAccount(unit, tenant, accountId);
  if (account === undefined) return 1n;
  if (account.balance_minor > 0n) return account.balance_minor;
  return refuse('INSUFFICIENT_FUNDS', `${accountId} holds nothing that could be sent. Fund it first.`);
}
