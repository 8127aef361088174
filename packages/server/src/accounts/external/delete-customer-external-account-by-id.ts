import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, isRefusal, refuse } from '../../operation/operation.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import { deleteAccountRow, saveTrust } from './external-account-repository.ts';
import { accountOfPath } from './find-external-account.ts';
import type { ExternalAccountRow } from './tables.ts';

const deleted = { status: 204, body: undefined } as const;

/** Payments that are under way keep the account's details and are still delivered. */
export const deleteCustomerExternalAccountById: Handler<'deleteCustomerExternalAccountById'> = async (call) => {
  const { unit, tenant, now } = call;
  const { externalAccountId } = call.input.path;
  if (await deleteAccountRow(unit, tenant, externalAccountId, now)) return deleted;
  const account = await accountOfPath(call, 'ALL');
  if (isRefusal(account)) return account;
  if (await isOfDeletedCustomer(call, account)) {
    await saveTrust(unit, { tenant, id: account.id, trustedAt: null });
    if (await deleteAccountRow(unit, tenant, account.id, now)) return deleted;
  }
  return refuse(
    'BENEFICIARY_TRUSTED',
    `The customer trusts the account ${externalAccountId}. Let the customer end the trust, then delete the account.`,
  );
};

/** A deleted customer cannot end the trust, so the trust does not protect the account any more. */
async function isOfDeletedCustomer(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  { customer_id: customerId }: ExternalAccountRow,
): Promise<boolean> {
  return customerId !== null && (await findCustomer(unit, tenant, customerId))?.isDeleted === true;
}
