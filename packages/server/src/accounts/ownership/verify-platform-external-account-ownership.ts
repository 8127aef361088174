import type { Handler } from '../../operation/operation.ts';
import { verifyOwnership } from './verify-ownership.ts';

export const verifyPlatformExternalAccountOwnership: Handler<'verifyPlatformExternalAccountOwnership'> = (call) =>
  verifyOwnership(call, 'PLATFORM');
