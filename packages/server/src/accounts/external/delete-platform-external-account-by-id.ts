import { type Handler, isRefusal } from '../../operation/operation.ts';
import { deleteAccountRow } from './external-account-repository.ts';
import { accountNotFound, accountOfPath } from './find-external-account.ts';

export const deletePlatformExternalAccountById: Handler<'deletePlatformExternalAccountById'> = async (call) => {
  const account = await accountOfPath(call, 'PLATFORM');
  if (isRefusal(account)) return account;
  const isDeleted = await deleteAccountRow(call.unit, call.tenant, account.id, call.now);
  return isDeleted ? { status: 204, body: undefined } : accountNotFound(account.id);
};
