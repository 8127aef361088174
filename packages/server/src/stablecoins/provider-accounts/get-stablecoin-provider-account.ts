import type { Handler } from '../../operation/operation.ts';
import { findProviderAccount, unknownProviderAccount } from './find-provider-account.ts';
import { viewProviderAccount } from './provider-account-view.ts';

export const getStablecoinProviderAccount: Handler<'getStablecoinProviderAccount'> = async ({
  input,
  unit,
  tenant,
  caller,
}) => {
  const { stablecoinProviderAccountId: id } = input.path;
  const row = await findProviderAccount(unit, tenant, id);
  return row === undefined ? unknownProviderAccount(id) : { status: 200, body: viewProviderAccount(row, caller) };
};
