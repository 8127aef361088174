import { type Handler, refuse, refuseFields } from '../http/operation.ts';
import { findInternalAccount } from '../internal-accounts/find-internal-account.ts';
import { viewInternalAccount } from '../internal-accounts/internal-account-view.ts';
import { moveMoney } from '../internal-accounts/move-money.ts';
import { serviceAccount } from '../ledger/accounts.ts';
import { balancedEntry, movement } from '../ledger/entry.ts';
import { currencyCode } from '../money/currency.ts';
import { largestWireMinor } from '../money/money.ts';

/** Money from nowhere: the world is debited, as for a deposit. Each call is a funding of its own. */
export const sandboxFundInternalAccount: Handler<'sandboxFundInternalAccount'> = async (call) => {
  const { input, unit, tenant, deps } = call;
  const { accountId } = input.path;
  const account = await findInternalAccount(unit, tenant, accountId);
  if (account === undefined) {
    return refuse(
      'ACCOUNT_NOT_FOUND',
      `There is no internal account ${accountId}. Check the id and the environment of your token.`,
    );
  }
  if (account.status !== 'ACTIVE') {
    return refuseFields([
      { field: 'accountId', message: `The account is ${account.status}; only an ACTIVE one receives money.` },
    ]);
  }
  const amountMinor = BigInt(input.body.amount);
  if (account.balance_minor + amountMinor > largestWireMinor) {
    return refuseFields([
      { field: 'amount', message: `The balance cannot go beyond ${largestWireMinor}. Send a smaller amount.` },
    ]);
  }
  const currency = currencyCode(account.currency);
  const postings = movement(serviceAccount('world', currency), accountId, currency, amountMinor);
  const moved = await moveMoney(call, balancedEntry('FUND', deps.ids.next('Funding'), postings));
  if (typeof moved === 'string') throw new Error(`a credit to ${accountId} was refused: ${moved}`);
  const [funded] = moved;
  if (funded === undefined) throw new Error(`a funding left ${accountId} unchanged`);
  return { status: 200, body: viewInternalAccount(funded) };
};
