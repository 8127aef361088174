import { type Handler, isRefusal, refuse } from '../../operation/operation.ts';
import { deleteAccountRow } from './external-account-repository.ts';
import { accountOfPath } from './find-external-account.ts';

/** Payments that are under way keep the account's details and are still delivered. */
export const deleteCustomerExternalAccountById: Handler<'deleteCustomerExternalAccountById'> = async (call) => {
  const { externalAccountId } = call.input.path;
  if (await deleteAccountRow(call.unit, call.tenant, externalAccountId, call.now))
    return { status: 204, body: undefined };
  const account = await accountOfPath(call, 'ALL');
  if (isRefusal(account)) return account;
  return refuse(
    'BENEFICIARY_TRUSTED',
    `The customer trusts the account ${externalAccountId}. Let the customer end the trust, then delete the account.`,
  );
};
