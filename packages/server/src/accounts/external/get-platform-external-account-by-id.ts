import type { Handler } from '../../operation/operation.ts';
import { viewExternalAccount } from './external-account-view.ts';
import { findExternalAccount } from './find-external-account.ts';
import { unknownAccount } from './unknown-account.ts';

/** Accounts of customers are not found here. */
export const getPlatformExternalAccountById: Handler<'getPlatformExternalAccountById'> = async ({
  input,
  unit,
  tenant,
}) => {
  const { externalAccountId } = input.path;
  const account = await findExternalAccount(unit, tenant, externalAccountId);
  if (account === undefined || account.customer_id !== null) return unknownAccount(externalAccountId);
  return { status: 200, body: viewExternalAccount(account) };
};
