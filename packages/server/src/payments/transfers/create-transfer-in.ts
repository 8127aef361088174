import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, isRefusal, type Refusal, refuseFields } from '../../operation/operation.ts';
import { viewTransaction } from '../transactions/transaction-view.ts';
import { makeTransfer } from './transfer.ts';

/** Kept for those who came before quotes: a pull, as a quote with an external account as its source makes it. */
export const createTransferIn: Handler<'createTransferIn'> = async (call) => {
  const { source, destination, amount } = call.input.body;
  const amountMinor = amount === undefined ? await wholeBalance(call, source.accountId) : BigInt(amount);
  if (typeof amountMinor !== 'bigint') return amountMinor;
  const parts = { source: source.accountId, destination: { accountId: destination.accountId }, amountMinor };
  const made = await makeTransfer(call, 'createTransferIn', parts);
  return isRefusal(made) ? made : { status: 201, body: viewTransaction(made) };
};

/** What the account holds outside; an account that is not there is refused with the transfer itself. */
async function wholeBalance(
  { unit, tenant, deps }: WorkContext,
  accountId: string,
): Promise<bigint | Refusal<'INVALID_INPUT'>> {
  const account = await findExternalAccount(unit, tenant, accountId);
  if (account === undefined) return 1n;
  const balance = deps.collections.balanceMinor(account.identifier);
  if (balance !== undefined && balance > 0n) return balance;
  const message = 'The bank does not tell of anything that could be taken. Name the amount.';
  return refuseFields([{ field: 'amount', message }]);
}
