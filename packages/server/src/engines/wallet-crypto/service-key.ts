import { type KeyPair, keyPairOf } from './p256.ts';

/** The key by which devices know what the service has signed: the same one in every process, another one in the sandbox. */
export function serviceKey(
  sealer: { secretFor(purpose: string): Uint8Array },
  environment: 'SANDBOX' | 'PRODUCTION',
): KeyPair {
  for (let attempt = 0; ; attempt += 1) {
    const pair = keyPairOf(sealer.secretFor(`wallet bundles ${environment} ${attempt}`));
    if (pair !== undefined) return pair;
  }
}
