import { type Handler, refuse } from '../../operation/operation.ts';
import { deleteAccountRow } from './external-account-repository.ts';
import { findExternalAccount } from './find-external-account.ts';
import { unknownAccount } from './unknown-account.ts';

/** Payments that are under way keep what they know of the account and arrive. */
export const deleteCustomerExternalAccountById: Handler<'deleteCustomerExternalAccountById'> = async ({
  input,
  unit,
  tenant,
  now,
}) => {
  const { externalAccountId } = input.path;
  if (await deleteAccountRow(unit, tenant, externalAccountId, now)) return { status: 204, body: undefined };
  const account = await findExternalAccount(unit, tenant, externalAccountId);
  if (account === undefined) return unknownAccount(externalAccountId);
  return refuse(
    'BENEFICIARY_TRUSTED',
    `The customer trusts the account ${externalAccountId}. Let the customer take the trust away first, then delete it.`,
  );
};
