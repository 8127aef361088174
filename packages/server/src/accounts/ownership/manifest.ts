import type { Manifest } from '../../operation/manifest.ts';
import { createExternalAccountOwnershipChallenge } from './create-external-account-ownership-challenge.ts';
import { createPlatformExternalAccountOwnershipChallenge } from './create-platform-external-account-ownership-challenge.ts';
import { livenessPage } from './liveness-page.ts';
import { verifyExternalAccountOwnership } from './verify-external-account-ownership.ts';
import { verifyPlatformExternalAccountOwnership } from './verify-platform-external-account-ownership.ts';

export const manifest = {
  operations: {
    createExternalAccountOwnershipChallenge,
    createPlatformExternalAccountOwnershipChallenge,
    verifyExternalAccountOwnership,
    verifyPlatformExternalAccountOwnership,
  },
  hostedPages: { WALLET_OWNERSHIP: livenessPage },
} satisfies Manifest;
