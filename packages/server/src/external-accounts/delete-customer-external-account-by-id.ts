import type { Handler } from '../http/operation.ts';
import { deleteAccountRow } from './external-account-repository.ts';
import { unknownAccount } from './unknown-account.ts';

/** Payments that are under way keep what they know of the account and arrive. */
export const deleteCustomerExternalAccountById: Handler<'deleteCustomerExternalAccountById'> = async ({
  input,
  unit,
  tenant,
  now,
}) => {
  const { externalAccountId } = input.path;
  const isDeleted = await deleteAccountRow(unit, tenant, externalAccountId, now);
  return isDeleted ? { status: 204, body: undefined } : unknownAccount(externalAccountId);
};
