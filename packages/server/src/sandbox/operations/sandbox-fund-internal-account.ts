import {
  findInternalAccount,
  lockInternalAccount,
  unknownInternalAccount,
} from '../../accounts/internal/find-internal-account.ts';
import { viewInternalAccount } from '../../accounts/internal/internal-account-view.ts';
import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import { type LedgerAccount, serviceAccount } from '../../engines/ledger/accounts.ts';
import { balancedEntry, movement } from '../../engines/ledger/entry.ts';
import { isFiat, tokenCode } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, refuseFields } from '../../operation/operation.ts';
import { creditAtOnce } from '../../payments/deposits/credit-at-once.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import { findToken } from '../../platform/config/platform-tokens.ts';
import { simulatedDeposit } from './simulated-deposit.ts';

/** Each call funds the account again. */
export const sandboxFundInternalAccount: Handler<'sandboxFundInternalAccount'> = async (call) => {
  const { input, unit, tenant } = call;
  const { accountId } = input.path;
  const account = await lockInternalAccount(unit, tenant, accountId);
  if (account === undefined) return unknownInternalAccount(accountId);
  if (account.status !== 'ACTIVE') {
    return refuseFields([
      {
        field: 'accountId',
        message: `The account is ${account.status}; only an ACTIVE account can receive money. Use another account.`,
      },
    ]);
  }
  const owner = account.customer_id === null ? undefined : await findCustomer(unit, tenant, account.customer_id);
  if (owner?.verificationStatus === 'REJECTED') {
    const message = `Verification rejected customer ${owner.id}, so no money moves for them.`;
    return refuseFields([{ field: 'accountId', message }]);
  }
  const token = tokenCode(account.currency);
  if (token !== undefined && (await findToken(unit, tenant, token))?.is_enabled !== 1) {
    const message = `The stablecoin ${token} is not enabled, so its accounts keep what they hold and are not funded.`;
    return refuseFields([{ field: 'accountId', message }]);
  }
  const amountMinor = BigInt(input.body.amount);
  if (account.balance_minor + account.held_minor + amountMinor > largestWireMinor) return tooMuch;
  // No simulated chain has the platform's own tokens.
  const hasChain = account.token === null && !isFiat(account.currency);
  const funded = hasChain
    ? await payIntoWallet(call, account, amountMinor)
    : await payIntoAccount(call, account, amountMinor);
  return funded === 'ACCOUNT_CANNOT_RECEIVE'
    ? tooMuch
    : { status: 200, body: viewInternalAccount(funded, call.deps.funding) };
};

const tooMuch = refuseFields([
  { field: 'amount', message: `The balance cannot exceed ${largestWireMinor}. Send a smaller amount.` },
]);

/** Posts money from outside: debits the external account, as for a deposit. */
async function payIntoAccount(
  context: WorkContext,
  { id, currency }: InternalAccountRow,
  amountMinor: bigint,
): Promise<InternalAccountRow | 'ACCOUNT_CANNOT_RECEIVE'> {
  const to = id as LedgerAccount;
  const postings = movement(serviceAccount('world', currency), to, currency, amountMinor);
  const moved = await postEntryWithEvents(context, balancedEntry('FUND', context.deps.ids.next('Funding'), postings));
  // Other deposits arrived since the account was read.
  if (moved === 'ACCOUNT_CANNOT_RECEIVE') return moved;
  if (typeof moved === 'string') throw new Error(`a credit to ${id} was refused: ${moved}`);
  const [funded] = moved;
  if (funded === undefined) throw new Error(`a funding left ${id} unchanged`);
  return funded;
}

/** A wallet is paid by a transfer on its network, which is an incoming payment. */
async function payIntoWallet(
  context: WorkContext,
  account: InternalAccountRow,
  amountMinor: bigint,
): Promise<InternalAccountRow> {
  const { unit, tenant, deps } = context;
  const { currency } = account;
  const [route] = deps.funding.routesInto(currency);
  if (route === undefined) throw new Error(`there is no network for ${currency}`);
  const parts = { id: deps.ids.next('Deposit'), currency, amountMinor, route, reference: account.reference };
  await creditAtOnce(context, account, simulatedDeposit(parts));
  const funded = await findInternalAccount(unit, tenant, account.id);
  if (funded === undefined) throw new Error(`${account.id} was funded and is gone`);
  return funded;
}
