import type { Handler } from '../../operation/operation.ts';
import { listExternalAccounts } from './read-external-accounts.ts';

export const listCustomerExternalAccounts: Handler<'listCustomerExternalAccounts'> = (call) =>
  listExternalAccounts(call, call.input.query.customerId ?? 'EVERY');
