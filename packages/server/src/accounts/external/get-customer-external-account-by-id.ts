import type { Handler } from '../../operation/operation.ts';
import { viewExternalAccount } from './external-account-view.ts';
import { findExternalAccount } from './find-external-account.ts';
import { unknownAccount } from './unknown-account.ts';

export const getCustomerExternalAccountById: Handler<'getCustomerExternalAccountById'> = async ({
  input,
  unit,
  tenant,
}) => {
  const { externalAccountId } = input.path;
  const account = await findExternalAccount(unit, tenant, externalAccountId);
  return account === undefined
    ? unknownAccount(externalAccountId)
    : { status: 200, body: viewExternalAccount(account) };
};
