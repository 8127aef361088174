import type { Handler } from '../../operation/operation.ts';
import { findInternalAccount, unknownInternalAccount } from './find-internal-account.ts';
import { viewInternalAccount } from './internal-account-view.ts';

export const getInternalAccountById: Handler<'getInternalAccountById'> = async ({ input, unit, tenant, deps }) => {
  const row = await findInternalAccount(unit, tenant, input.path.id);
  if (row === undefined) return unknownInternalAccount(input.path.id);
  return { status: 200, body: viewInternalAccount(row, deps.funding) };
};
