import { readHex, readTexts } from './encodings.ts';
import { isSignedBy } from './p256.ts';
import { WalletError } from './wallet-error.ts';

export interface TrustedSigner {
  /**
   * The `walletBundlePublicKey` of `GET /config`, 130 hexadecimal characters, which an application ships with. If given,
   * only bundles that this key signed are accepted. The key of production differs from that of the sandbox, which does
   * not sign exports.
   */
  readonly signedBy?: string | undefined;
}

/** The data of a bundle. If the bundle is signed, the signature is verified. */
export async function readEnvelope<Name extends string>(
  bundle: string,
  names: readonly Name[],
  { signedBy }: TrustedSigner,
): Promise<Readonly<Record<Name, string>>> {
  const envelope = readTexts(bundle, ['version', 'data', 'dataSignature', 'enclaveQuorumPublic']);
  const bytes = envelope && readHex(envelope.data);
  const data = bytes && readTexts(new TextDecoder().decode(bytes), names);
  if (envelope === undefined || bytes === undefined || data === undefined || envelope.version !== 'v1.0.0')
    throw new WalletError('BUNDLE_MALFORMED');
  const { dataSignature, enclaveQuorumPublic } = envelope;
  const isUnsigned = dataSignature === '' && enclaveQuorumPublic === '';
  const isTrusted = signedBy === undefined || signedBy.toLowerCase() === enclaveQuorumPublic.toLowerCase();
  const holds = isUnsigned || (await isSignedBy(enclaveQuorumPublic, dataSignature, bytes));
  if (!isTrusted || !holds) throw new WalletError('SIGNER_UNKNOWN');
  return data;
}
