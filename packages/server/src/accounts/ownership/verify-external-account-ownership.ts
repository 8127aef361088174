import type { Handler } from '../../operation/operation.ts';
import { verifyOwnership } from './prove-by-signature.ts';

export const verifyExternalAccountOwnership: Handler<'verifyExternalAccountOwnership'> = (call) =>
  verifyOwnership(call, 'ALL');
