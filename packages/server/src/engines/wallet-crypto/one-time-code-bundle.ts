import { Buffer } from 'node:buffer';
import type { Random } from '../../ground/ids/ids.ts';
import { hexOf, readHex, readTexts, withoutOuterText } from './bundle-text.ts';
import { readEnvelope, writeEnvelope } from './envelope.ts';
import { openSealed, sealTo } from './hpke.ts';
import { type KeyPair, type PublicKey, readPublicKey } from './p256.ts';

/** The key to which a device encrypts a code: `otpEncryptionTargetBundle`. */
export function writeTargetBundle(target: PublicKey, signer: KeyPair): string {
  return writeEnvelope({ targetPublic: target.uncompressed }, signer);
}

export function readTargetBundle(text: string): PublicKey | undefined {
  const envelope = readEnvelope(text);
  const data = envelope && readTexts(envelope.data, ['targetPublic']);
  return data && readPublicKey(data.targetPublic);
}

/** The code that the user entered, and the key of the session. */
export interface SealedCode {
  readonly code: string;
  readonly publicKey: PublicKey;
}

/** The bundle that a device sends: `encryptedOtpBundle`. */
export async function writeCodeBundle(
  target: PublicKey,
  { code, publicKey }: { readonly code: string; readonly publicKey: string },
  random: Random,
): Promise<string> {
  const plaintext = Buffer.from(JSON.stringify({ otp_code: code, public_key: publicKey }), 'utf8');
  const { encapsulated, ciphertext } = await sealTo(target, plaintext, random);
  return JSON.stringify({ encappedPublic: hexOf(encapsulated), ciphertext: hexOf(ciphertext) });
}

/** `undefined` if it was sealed to another target or has another form. */
export async function openCodeBundle(target: KeyPair, text: string): Promise<SealedCode | undefined> {
  const members = readTexts(withoutOuterText(text), ['encappedPublic', 'ciphertext']);
  const encapsulated = members && readHex(members.encappedPublic);
  const ciphertext = members && readHex(members.ciphertext);
  if (encapsulated === undefined || ciphertext === undefined) return undefined;
  const plaintext = await openSealed(target, { encapsulated, ciphertext });
  const opened = plaintext && readTexts(Buffer.from(plaintext).toString('utf8'), ['otp_code', 'public_key']);
  const publicKey = opened && readPublicKey(opened.public_key);
  return publicKey && { code: opened.otp_code, publicKey };
}
