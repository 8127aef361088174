import { type KeyPair, keyPairOf } from './p256.ts';

/**
 * The key by which devices recognise the service's signatures. It is the same in every process, and the sandbox has
 * another one.
 */
export function serviceKey(
  sealer: { secretFor(purpose: string): Uint8Array },
  environment: 'SANDBOX' | 'PRODUCTION',
): KeyPair {
  for (let attempt = 0; ; attempt += 1) {
    const pair = keyPairOf(sealer.secretFor(`wallet bundles ${environment} ${attempt}`));
    if (pair !== undefined) return pair;
  }
}
