import type { Handler } from '../../operation/operation.ts';
import { createOwnershipChallenge } from './start-challenge.ts';

export const createPlatformExternalAccountOwnershipChallenge: Handler<
  'createPlatformExternalAccountOwnershipChallenge'
> = (call) => createOwnershipChallenge(call, 'PLATFORM');
