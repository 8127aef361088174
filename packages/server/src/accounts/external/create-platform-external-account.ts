import { type Handler, isRefusal, withFieldRules } from '../../operation/operation.ts';
import { accountFieldErrors, checkAccount } from './check-account.ts';
import { viewExternalAccount } from './external-account-view.ts';
import { registerExternalAccount } from './register-external-account.ts';

/** Creates an account of the platform itself. It cannot belong to a customer or receive UMA deposits. */
export const createPlatformExternalAccount: Handler<'createPlatformExternalAccount'> = withFieldRules(
  accountFieldErrors,
  async (call) => {
    const { currency, platformAccountId, ownershipType, accountInfo } = call.input.body;
    const request = {
      currency,
      accountInfo,
      ...(platformAccountId === undefined ? {} : { platformAccountId }),
      ...(ownershipType === undefined ? {} : { ownershipType }),
    };
    const account = checkAccount(request, call.deps.rules.checksDigits);
    if (isRefusal(account)) return account;
    const opened = await registerExternalAccount(call, account, { customerId: null });
    return isRefusal(opened) ? opened : { status: 201, body: viewExternalAccount(opened) };
  },
);
