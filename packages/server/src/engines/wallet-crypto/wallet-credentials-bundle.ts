import { Buffer } from 'node:buffer';
import type { Random } from '../../ground/ids/ids.ts';
import { hexOf, readHex, readTexts } from './bundle-text.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { openSealed, sealTo } from './hpke.ts';
import type { KeyPair, PublicKey } from './p256.ts';

export interface WalletCredentials {
  /** The organization in every payload to sign of the same wallet. */
  readonly organizationId: string;
  readonly mnemonic: string;
}

/** A wallet's recovery phrase, sealed to the device that requested it: `encryptedWalletCredentials`. */
export async function writeCredentialsBundle(
  recipient: PublicKey,
  { organizationId, mnemonic }: WalletCredentials,
  { signer, random }: { readonly signer: KeyPair | undefined; readonly random: Random },
): Promise<string> {
  const { encapsulated, ciphertext } = await sealTo(recipient, Buffer.from(mnemonic, 'ascii'), random);
  const data = { encappedPublic: hexOf(encapsulated), ciphertext: hexOf(ciphertext), organizationId };
  return writeEnvelope(data, signer);
}

export async function openCredentialsBundle(
  recipient: KeyPair,
  text: string,
): Promise<(WalletCredentials & { readonly signedBy: string | undefined }) | undefined> {
  const envelope = readEnvelope(text);
  const data = envelope && readTexts(envelope.data, ['encappedPublic', 'ciphertext', 'organizationId']);
  const encapsulated = data && readHex(data.encappedPublic);
  const ciphertext = data && readHex(data.ciphertext);
  if (envelope === undefined || encapsulated === undefined || ciphertext === undefined) return undefined;
  const plaintext = await openSealed(recipient, { encapsulated, ciphertext });
  if (plaintext === undefined) return undefined;
  const mnemonic = Buffer.from(plaintext).toString('ascii');
  return { organizationId: data?.organizationId ?? '', mnemonic, signedBy: envelope.signedBy };
}
