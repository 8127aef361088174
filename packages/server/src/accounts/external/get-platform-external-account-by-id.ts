import type { Handler } from '../../operation/operation.ts';
import { getExternalAccount } from './read-external-accounts.ts';

export const getPlatformExternalAccountById: Handler<'getPlatformExternalAccountById'> = (call) =>
  getExternalAccount(call, 'PLATFORM');
