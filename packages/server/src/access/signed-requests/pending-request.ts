import type { SignedRetryOperation } from '@payments-platform/types';
import { type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { canonicalJson } from '../../ground/json/canonical-json.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findSignedRequest, insertSignedRequest, markUsed } from './signed-requests-repository.ts';
import type { RequestContent } from './tables.ts';

const lifeMs = 5 * minuteMs;

/** The request that has to be signed before it takes effect. */
export interface RequestToSign {
  readonly operation: SignedRetryOperation;
  readonly path: Readonly<Record<string, unknown>>;
  /** The body that the signed request must repeat; `null` if the two requests have different bodies. */
  readonly body: unknown;
}

/** A pending request that was found again. */
export interface PendingRequest extends RequestContent {
  readonly requestId: `Request:${string}`;
  readonly isOver: boolean;
}

function bodyDigest({ deps }: Pick<WorkContext, 'deps'>, { operation, body }: RequestToSign): string | null {
  // The digest is keyed, because a body can be an address or a number that can be found by trial.
  return body === null ? null : deps.sealer.digest(`signed request ${operation} ${canonicalJson(body)}`);
}

/** Stores a pending request and returns its id and its expiry. */
export function storePendingRequest(
  context: WorkContext,
  asked: RequestToSign,
  content: RequestContent,
): { readonly requestId: `Request:${string}`; readonly expiresAt: Instant } {
  const { unit, tenant, now, deps } = context;
  const requestId = deps.ids.next('Request');
  const expiresAt = plusMs(now, lifeMs);
  insertSignedRequest(unit, {
    tenant,
    id: requestId,
    operation: asked.operation,
    path: canonicalJson(asked.path),
    body_digest: bodyDigest(context, asked),
    content: writeJson<RequestContent>(content),
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
  });
  return { requestId, expiresAt };
}

/** The pending request of that id, if it was issued for this operation on this path and for this body. */
export async function findPendingRequest(
  context: WorkContext,
  asked: RequestToSign,
  requestId: string,
): Promise<PendingRequest | Refusal<'REQUEST_NOT_FOUND' | 'WALLET_SIGNATURE_BODY_MISMATCH'>> {
  const { unit, tenant, now } = context;
  const key = { tenant, id: requestId, operation: asked.operation, path: canonicalJson(asked.path) };
  const row = await findSignedRequest(unit, key);
  if (row === undefined) {
    const reason =
      'No pending request of this operation and path has the id in Request-Id. Send the requestId of its own first response.';
    return refuse('REQUEST_NOT_FOUND', reason);
  }
  if (row.body_digest !== bodyDigest(context, asked)) {
    const reason =
      'The body differs from that of the first request. Repeat the first request unchanged, or send the new one without a signature.';
    return refuse('WALLET_SIGNATURE_BODY_MISMATCH', reason);
  }
  const isOver = row.used_at !== null || row.expires_at <= now;
  return { ...readJson(row.content), requestId: `Request:${row.id.slice('Request:'.length)}`, isOver };
}

/** Marks the request as used, in the unit of its effect. Returns whether it was unused and had not expired. */
export function usePendingRequest(
  { unit, tenant, now }: WorkContext,
  { requestId }: Pick<PendingRequest, 'requestId'>,
): Promise<boolean> {
  return markUsed(unit, { tenant, id: requestId, now });
}
