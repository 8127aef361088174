import type { Handler } from '../../operation/operation.ts';
import { verifyOwnership } from './verify-ownership.ts';

export const verifyExternalAccountOwnership: Handler<'verifyExternalAccountOwnership'> = (call) =>
  verifyOwnership(call, 'ALL');
