import type { Received } from '@payments-platform/types';
import type { WalletSigner } from './session-key.ts';

type RequestId = Received<'SignedRequestId'>;

/** The headers of a signed request; none on the first one. Spread them into `params.header`. */
export interface SignatureHeaders {
  readonly 'Service-Wallet-Signature'?: string;
  readonly 'Request-Id'?: RequestId;
}

/** What the interface answers while it waits for a signature. */
interface SignatureWanted {
  readonly payloadToSign: string;
  readonly requestId: RequestId;
}

/** What a call gives: of this client, or of your own backend in between. */
interface Answer {
  readonly data?: unknown;
  readonly response: { readonly status: number };
}

/** The same without the answer that asks for a signature. */
export type Signed<Outcome> = Outcome extends { readonly data: infer Data }
  ? Outcome & { readonly data: Exclude<Data, SignatureWanted> }
  : Outcome;

/** No operation asks more often; whatever does is not this interface. */
const mostSignatures = 2;

/**
 * Sends a request that its wallet has to sign: first without a signature, then again with what was asked to be signed.
 * `call` must send the same body each time, and the headers that it is given. A refusal is returned as it came.
 */
export async function signedRetry<Outcome extends Answer>(
  call: (headers: SignatureHeaders) => Promise<Outcome>,
  signer: WalletSigner,
): Promise<Signed<Outcome>> {
  let outcome = await call({});
  for (let signatures = 0; !isSigned(outcome); signatures += 1) {
    const wanted = wantedBy(outcome);
    if (wanted === undefined || signatures === mostSignatures)
      throw new Error('The request was signed twice and a signature is wanted again.');
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
