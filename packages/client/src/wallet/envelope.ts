import { readHex, readTexts } from './encodings.ts';
import { isSignedBy } from './p256.ts';
import { WalletError } from './wallet-error.ts';

export interface TrustedSigner {
  /**
   * The `walletBundlePublicKey` of `GET /config`, 130 hexadecimal characters, which an application brings along. With it
   * only bundles that this key signed are taken. Production has another key than the sandbox, which leaves exports
   * unsigned.
   */
  readonly signedBy?: string | undefined;
}

/** The data of a bundle, whose signature holds where there is one. */
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
