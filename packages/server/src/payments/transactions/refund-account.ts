import { changeAccountStatus } from '../../accounts/internal/change-account-status.ts';
import {
  findCustomerAccount,
  findInternalAccount,
  findPlatformAccount,
} from '../../accounts/internal/find-internal-account.ts';
import { provisionAccounts } from '../../accounts/internal/provision-accounts.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../../people/customer-records/lock-customer.ts';
import type { TransactionRow } from './transaction-row.ts';

/**
 * The internal account that a refund credits; `undefined` if the money is returned outside.
 * - Money from a balance goes back to that balance.
 * - Crypto stays: the owner of the sending wallet is unknown, so the payer's account of that asset is credited, and
 *   opened if necessary.
 * - Money from a bank goes back to the account it came from.
 * - Money of a UMA payment that was taken from another provider cannot go back to it: the receiving customer is
 *   credited.
 */
export async function refundAccount(
  context: WorkContext,
  row: TransactionRow,
  isTaken: boolean,
): Promise<InternalAccountRow | undefined> {
  if (isTaken) return accountInAsset(context, row.customer_id, row.sent_currency);
  if (row.funding === 'BALANCE') return findInternalAccount(context.unit, context.tenant, row.source_account_id ?? '');
  return row.funding === 'CHAIN_DEPOSIT' ? accountInAsset(context, payerOf(row), row.sent_currency) : undefined;
}

/**
 * The account of the customer, or of the platform (`null`), in an asset; it is opened if there is none. For a
 * deleted customer it is closed again, since no one could withdraw money from it.
 */
export async function accountInAsset(
  context: WorkContext,
  customerId: string | null,
  currency: CurrencyCode,
): Promise<InternalAccountRow> {
  const { unit, tenant } = context;
  const known =
    customerId === null
      ? await findPlatformAccount(unit, tenant, currency)
      : await findCustomerAccount(unit, tenant, customerId, currency);
  if (known !== undefined) return known;
  // Locked first, so that the customer is not deleted while the account is opened.
  const isGone = customerId !== null && isRefusal(await lockActiveCustomer(unit, tenant, customerId));
  const [opened] = await provisionAccounts(context, customerId, [currency]);
  if (opened === undefined) throw new Error(`${customerId} has no ${currency} account that could be credited`);
  // An account that is still being opened takes nothing either.
  const closed = isGone && opened.status === 'ACTIVE' ? await changeAccountStatus(context, opened, 'CLOSE') : undefined;
  return closed ?? opened;
}

function payerOf({ source }: TransactionRow): string | null {
  const known = readJson(source);
  return known.sourceType === 'REALTIME_FUNDING' ? (known.customerId ?? null) : null;
}
