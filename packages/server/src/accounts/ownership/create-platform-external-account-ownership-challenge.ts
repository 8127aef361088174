import type { Handler } from '../../operation/operation.ts';
import { createOwnershipChallenge } from './create-ownership-challenge.ts';

export const createPlatformExternalAccountOwnershipChallenge: Handler<
  'createPlatformExternalAccountOwnershipChallenge'
> = (call) => createOwnershipChallenge(call, 'PLATFORM');
