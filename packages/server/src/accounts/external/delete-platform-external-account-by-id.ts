import type { Handler } from '../../operation/operation.ts';
import { deleteAccountRow } from './external-account-repository.ts';
import { findExternalAccount } from './find-external-account.ts';
import { unknownAccount } from './unknown-account.ts';

/** Accounts of customers are not found here. */
export const deletePlatformExternalAccountById: Handler<'deletePlatformExternalAccountById'> = async ({
  input,
  unit,
  tenant,
  now,
}) => {
  const { externalAccountId } = input.path;
  const account = await findExternalAccount(unit, tenant, externalAccountId);
  if (account === undefined || account.customer_id !== null) return unknownAccount(externalAccountId);
  const isDeleted = await deleteAccountRow(unit, tenant, externalAccountId, now);
  return isDeleted ? { status: 204, body: undefined } : unknownAccount(externalAccountId);
};
