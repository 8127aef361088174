import { Buffer } from 'node:buffer';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { v4 } from 'uuid';
import type { Custody, WalletKeys } from '../../engines/custody/custody.ts';
import { drawKeyPair, readPublicKey } from '../../engines/wallet-crypto/p256.ts';
import { writeCredentialsBundle } from '../../engines/wallet-crypto/wallet-credentials-bundle.ts';
import type { Random } from '../../ground/ids/ids.ts';

/** Twelve words. */
const entropyBytes = 16;

/** An address outside the scheme of credentials. */
const unfollowable = /424@/;

/** A custodian that opens wallets at once and lets this server store their recovery phrases. */
export function createSandboxCustody(random: Random): Custody {
  const newId = (): string => v4({ random: random.bytes(16) });
  const open = (): WalletKeys => ({
    organizationId: newId(),
    userId: newId(),
    walletId: newId(),
    signingKeyId: newId(),
    secret: entropyToMnemonic(random.bytes(entropyBytes), wordlist),
  });
  return {
    open,
    exportPhrase: async ({ organizationId, secret }, targetPublicKey) => {
      const target = readPublicKey(targetPublicKey);
      if (target === undefined || secret === null) throw new Error(`nothing of ${organizationId} can be exported`);
      // Exports of the sandbox have no attestation, as the interface says.
      return writeCredentialsBundle(target, { organizationId, mnemonic: secret }, { signer: undefined, random });
    },
    moveContact: async (_wallets, { contact }) => !unfollowable.test(contact),
    newSigner: async () => {
      const { compressed, scalar } = drawKeyPair(random);
      return { publicKey: compressed, secret: Buffer.from(scalar).toString('hex') };
    },
    pollOpening: async () => ({ kind: 'OPENED', keys: open() }),
  };
}
