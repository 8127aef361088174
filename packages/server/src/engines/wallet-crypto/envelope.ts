import { Buffer } from 'node:buffer';
import { hexOf, readHex, readTexts } from './bundle-text.ts';
import { isSignedBy, type KeyPair, readPublicKey, signBytes } from './p256.ts';

const version = 'v1.0.0';

/** JSON text with data in hexadecimal and its signer. Without a signer both fields of the signature are empty. */
export function writeEnvelope(data: Readonly<Record<string, string>>, signer: KeyPair | undefined): string {
  const bytes = Buffer.from(JSON.stringify(data), 'utf8');
  return JSON.stringify({
    version,
    data: hexOf(bytes),
    // Signs the bytes that `data` encodes, not its hexadecimal text.
    dataSignature: signer === undefined ? '' : signBytes(signer, bytes),
    enclaveQuorumPublic: signer?.uncompressed ?? '',
  });
}

export interface Envelope {
  /** The decoded data, which is JSON text itself. */
  readonly data: string;
  /** The public key that signed the data; `undefined` if it is not signed. */
  readonly signedBy: string | undefined;
}

/** `undefined` if the text is not an envelope, or its signature is invalid. */
export function readEnvelope(text: string): Envelope | undefined {
  const members = readTexts(text, ['version', 'data', 'dataSignature', 'enclaveQuorumPublic']);
  const bytes = members && readHex(members.data);
  if (bytes === undefined || members?.version !== version) return undefined;
  const data = Buffer.from(bytes).toString('utf8');
  const { dataSignature, enclaveQuorumPublic } = members;
  if (dataSignature === '' && enclaveQuorumPublic === '') return { data, signedBy: undefined };
  const key = readPublicKey(enclaveQuorumPublic);
  if (key === undefined || !isSignedBy(key, bytes, dataSignature)) return undefined;
  return { data, signedBy: key.uncompressed };
}
