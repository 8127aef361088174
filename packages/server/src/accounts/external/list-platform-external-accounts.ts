import type { Handler } from '../../operation/operation.ts';
import { listExternalAccounts } from './read-external-accounts.ts';

export const listPlatformExternalAccounts: Handler<'listPlatformExternalAccounts'> = (call) =>
  listExternalAccounts(call, null);
