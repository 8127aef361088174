import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, type Input, isRefusal, type Refusal, refuseFields } from '../../operation/operation.ts';
import { viewTransaction } from '../transactions/transaction-view.ts';
import { makeTransfer, type Transfer } from './transfer.ts';

/** From before quotes existed: a direct debit, equivalent to a quote with an external account as its source. */
export const createTransferIn: Handler<'createTransferIn'> = async (call) => {
  const pull = await pullOf(call, call.input.body);
  const made = isRefusal(pull) ? pull : await makeTransfer(call, 'createTransferIn', pull);
  return isRefusal(made) ? made : { status: 201, body: viewTransaction(made) };
};

/** The transfer to make: the whole balance of the account if no amount is given. */
export async function pullOf(
  context: WorkContext,
  { source, destination, amount }: Input<'createTransferIn'>['body'],
): Promise<Transfer | Refusal<'INVALID_INPUT'>> {
  const amountMinor = amount === undefined ? await wholeBalance(context, source.accountId) : BigInt(amount);
  if (typeof amountMinor !== 'bigint') return amountMinor;
  return { source: source.accountId, destination: { accountId: destination.accountId }, amountMinor };
}

/** The balance of the external account; a missing account is refused with the transfer itself. */
async function wholeBalance(
  { unit, tenant, deps }: WorkContext,
  accountId: string,
): Promise<bigint | Refusal<'INVALID_INPUT'>> {
  const account = await findExternalAccount(unit, tenant, accountId);
  if (account === undefined) return 1n;
  const balance = deps.collections.balanceMinor(account.identifier);
  if (balance !== undefined && balance > 0n) return balance;
  const message = 'The bank reports no balance that could be debited. Send the amount.';
  return refuseFields([{ field: 'amount', message }]);
}
