import { closeAccountsOf } from '../../accounts/internal/close-accounts.ts';
import type { InternalAccountRow } from '../../accounts/internal/internal-account-row.ts';
import { viewAmount } from '../../ground/money/money.ts';
import { type Handler, type Refusal, refuse } from '../../operation/operation.ts';
import { findOpenPayments, type OpenPayment } from '../../payments/transactions/open-payments.ts';
import { lockCustomer, updateCustomer } from './customers-repository.ts';
import { showCustomer } from './show-customer.ts';

/** The row stays, so that payments of the customer can still be explained; its names become free again. */
export const deleteCustomerById: Handler<'deleteCustomerById'> = async ({ input: { path }, ...context }) => {
  const { tenant, unit, now } = context;
  const row = await lockCustomer(unit, tenant, path.customerId);
  if (row === undefined)
    return refuse('CUSTOMER_NOT_FOUND', 'No customer of the platform has this id. List the customers to find it.');
  if (row.deleted_at !== null)
    return refuse('CUSTOMER_DELETED', 'This customer has been deleted already; there is nothing left to do.');
  // The accounts first: once they are closed, no payment begins unseen by the look at those under way.
  const accounts = await closeAccountsOf(context, row.id);
  const payments = await findOpenPayments(unit, tenant, row.id);
  if (accounts.length > 0 || payments.length > 0) return stillUsed(accounts, payments);
  const deleted = { ...row, deleted_at: now, updated_at: now };
  await updateCustomer(unit, deleted);
  return { status: 200, body: await showCustomer(context, deleted) };
};

function stillUsed(accounts: readonly InternalAccountRow[], payments: readonly OpenPayment[]): Refusal<'CONFLICT'> {
  const names = [...accounts, ...payments].map(({ id }) => id);
  const more = names.length > 3 ? ` and ${names.length - 3} more in details` : '';
  return refuse(
    'CONFLICT',
    `The customer is not deleted while ${names.slice(0, 3).join(', ')}${more} hold money or are under way. Pay out what is left, let the payments end, and delete then.`,
    {
      accounts: accounts.map(({ id, status, balance_minor: balance, currency }) => ({
        accountId: id,
        status,
        balance: viewAmount(balance, currency),
      })),
      transactions: payments.map(({ id, status, refund_status: refund }) => ({
        transactionId: id,
        status,
        ...(refund === null ? {} : { refundStatus: refund }),
      })),
    },
  );
}
