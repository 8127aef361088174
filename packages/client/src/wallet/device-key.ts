import { readBase58check } from './base58check.ts';
import { hexOf, readHex } from './encodings.ts';
import { readEnvelope, type TrustedSigner } from './envelope.ts';
import { openSealed, type Sealed } from './hpke.ts';
import { decompressed, importScalar, type KeyPair, newSealingPair, pointOf } from './p256.ts';
import { type SessionKey, sessionKeyOf } from './session-key.ts';
import { WalletError } from './wallet-error.ts';

const encapsulatedBytes = 33;

/** The wallet of an export, which the bundle must match. */
export interface ExpectedWallet extends TrustedSigner {
  /** The `organizationId` in every `payloadToSign` of the wallet. */
  readonly organizationId?: string;
}

/** A key that values are encrypted to. Create a new one for each export. */
export interface DeviceKey {
  /** Uncompressed, 130 hexadecimal characters: the `clientPublicKey` of an export. */
  readonly publicKey: string;
  /** Decrypts the recovery phrase in `encryptedWalletCredentials`. Show it to its owner and store no copy. */
  openCredentials(encryptedWalletCredentials: string, expected?: ExpectedWallet): Promise<string>;
  /** Decrypts the key in `encryptedSessionSigningKey`, for sessions that were opened with the uncompressed form. */
  openSessionKey(encryptedSessionSigningKey: string): Promise<SessionKey>;
}

/** Creates a key on this device. Its private half never leaves Web Cryptography. */
export async function createDeviceKey(): Promise<DeviceKey> {
  return deviceKeyOf(await newSealingPair());
}

export async function deviceKeyOf(pair: KeyPair): Promise<DeviceKey> {
  return {
    publicKey: hexOf(await pointOf(pair)),
    openCredentials: (bundle, expected = {}) => openCredentials(pair, bundle, expected),
    openSessionKey: (bundle) => openSessionKey(pair, bundle),
  };
}

async function openCredentials(pair: KeyPair, bundle: string, expected: ExpectedWallet): Promise<string> {
  const data = await readEnvelope(bundle, ['encappedPublic', 'ciphertext', 'organizationId'], expected);
  const [encapsulated, ciphertext] = [readHex(data.encappedPublic), readHex(data.ciphertext)];
  if (encapsulated === undefined || ciphertext === undefined) throw new WalletError('BUNDLE_MALFORMED');
  if (expected.organizationId !== undefined && expected.organizationId !== data.organizationId)
    throw new WalletError('NOT_FOR_THIS_WALLET');
  return new TextDecoder().decode(await opened(pair, { encapsulated, ciphertext }));
}

async function openSessionKey(pair: KeyPair, bundle: string): Promise<SessionKey> {
  const bytes = await readBase58check(bundle);
  if (bytes === undefined) throw new WalletError('BUNDLE_MALFORMED');
  const encapsulated = await decompressed(bytes.subarray(0, encapsulatedBytes));
  if (encapsulated === undefined) throw new WalletError('BUNDLE_MALFORMED');
  const scalar = await opened(pair, { encapsulated, ciphertext: bytes.subarray(encapsulatedBytes) });
  const signing = await importScalar(scalar);
  scalar.fill(0);
  if (signing === undefined) throw new WalletError('BUNDLE_MALFORMED');
  return sessionKeyOf(signing);
}

async function opened(pair: KeyPair, sealed: Sealed): Promise<Uint8Array> {
  const plaintext = await openSealed(pair, sealed);
  if (plaintext === undefined) throw new WalletError('NOT_FOR_THIS_KEY');
  return plaintext;
}
