import type { Handler } from '../../operation/operation.ts';
import { getExternalAccount } from './read-external-accounts.ts';

export const getCustomerExternalAccountById: Handler<'getCustomerExternalAccountById'> = (call) =>
  getExternalAccount(call, 'ALL');
