import type { Handler } from '../../operation/operation.ts';
import { verifyOwnership } from './prove-by-signature.ts';

export const verifyPlatformExternalAccountOwnership: Handler<'verifyPlatformExternalAccountOwnership'> = (call) =>
  verifyOwnership(call, 'PLATFORM');
