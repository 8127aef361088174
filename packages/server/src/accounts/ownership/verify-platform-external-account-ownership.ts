import { type Handler, isRefusal } from '../../operation/operation.ts';
import { viewExternalAccount } from '../external/external-account-view.ts';
import { lockAccount } from './lock-account.ts';
import { proveBySignature } from './prove-by-signature.ts';

/** Accounts of customers are not found here. */
export const verifyPlatformExternalAccountOwnership: Handler<'verifyPlatformExternalAccountOwnership'> = async (
  call,
) => {
  const account = await lockAccount(call, call.input.path.externalAccountId, 'PLATFORM');
  if (isRefusal(account)) return account;
  const proved = await proveBySignature(call, account, call.input.body);
  return isRefusal(proved) ? proved : { status: 200, body: viewExternalAccount(proved) };
};
