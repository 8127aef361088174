import type { Handler } from '../../operation/operation.ts';
import { createOwnershipChallenge } from './create-ownership-challenge.ts';

export const createExternalAccountOwnershipChallenge: Handler<'createExternalAccountOwnershipChallenge'> = (call) =>
  createOwnershipChallenge(call, 'ALL');
