import { getExternalAccount } from '../../accounts/external/read-external-accounts.ts';
import type { Handler } from '../../operation/operation.ts';
import { refuseForeignPayee } from './own-external-account.ts';

export const agentGetExternalAccount: Handler<'agentGetExternalAccount'> = async (call) =>
  (await refuseForeignPayee(call)) ?? getExternalAccount(call, 'ALL');
