import { type Handler, isRefusal, withFieldRules } from '../../operation/operation.ts';
import { accountFieldErrors, checkAccount } from './check-account.ts';
import { viewExternalAccount } from './external-account-view.ts';
import { findOwner } from './find-owner.ts';
import { registerExternalAccount } from './register-external-account.ts';

/** The refusals come in the order in which the specification lists the checks. */
export const createCustomerExternalAccount: Handler<'createCustomerExternalAccount'> = withFieldRules(
  accountFieldErrors,
  async (call) => {
    const { body } = call.input;
    const account = checkAccount(body, call.deps.rules.checksDigits);
    if (isRefusal(account)) return account;
    const owner = await findOwner(call, body.customerId);
    if (isRefusal(owner)) return owner;
    const opened = await registerExternalAccount(call, account, owner);
    return isRefusal(opened) ? opened : { status: 201, body: viewExternalAccount(opened) };
  },
);
