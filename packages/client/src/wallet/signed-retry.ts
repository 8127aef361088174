import type { Received } from '@payments-platform/types';
import type { WalletSigner } from './session-key.ts';

type RequestId = Received<'SignedRequestId'>;

/** The headers of a signed request; empty on the first attempt. Spread them into `params.header`. */
export interface SignatureHeaders {
  readonly 'Service-Wallet-Signature'?: string;
  readonly 'Request-Id'?: RequestId;
}

/** The 202 response that requests a signature. */
interface SignatureWanted {
  readonly payloadToSign: string;
  readonly requestId: RequestId;
}

/** The result of a call of this client, or of your own backend in between. */
interface Answer {
  readonly data?: unknown;
  readonly response: { readonly status: number };
}

/** The result without the response that requests a signature. */
export type Signed<Outcome> = Outcome extends { readonly data: infer Data }
  ? Outcome & { readonly data: Exclude<Data, SignatureWanted> }
  : Outcome;

/** No operation requests more signatures. */
const mostSignatures = 2;

/**
 * Sends a request that the wallet must sign: first without a signature, then with a signature of the returned payload.
 * `call` must send the same body each time, with the given headers. A refusal is returned unchanged.
 */
export async function signedRetry<Outcome extends Answer>(
  call: (headers: SignatureHeaders) => Promise<Outcome>,
  signer: WalletSigner,
): Promise<Signed<Outcome>> {
  let outcome = await call({});
  for (let signatures = 0; !isSigned(outcome); signatures += 1) {
    const wanted = wantedBy(outcome);
    if (wanted === undefined || signatures === mostSignatures)
      throw new Error('The request was signed twice, and the server requests another signature.');
    outcome = await call({
      'Service-Wallet-Signature': await signer.stamp(wanted.payloadToSign),
      'Request-Id': wanted.requestId,
    });
  }
  return outcome;
}

function isSigned<Outcome extends Answer>(outcome: Outcome): outcome is Outcome & Signed<Outcome> {
  return wantedBy(outcome) === undefined;
}

function wantedBy({ data, response }: Answer): SignatureWanted | undefined {
  if (response.status !== 202 || typeof data !== 'object' || data === null) return undefined;
  if (!('payloadToSign' in data && 'requestId' in data)) return undefined;
  const { payloadToSign, requestId } = data;
  return typeof payloadToSign === 'string' && isRequestId(requestId) ? { payloadToSign, requestId } : undefined;
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' && value.startsWith('Request:');
}
