import type { SignedRetryOperation } from '@payments-platform/types';
import { type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { canonicalJson } from '../../ground/json/canonical-json.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findSignedRequest, insertSignedRequest, markUsed } from './signed-requests-repository.ts';
import type { RequestContent } from './tables.ts';

const lifeMs = 5 * minuteMs;

/** A request as the mechanism needs it: whose effect waits. */
export interface Asked {
  readonly operation: SignedRetryOperation;
  readonly path: Readonly<Record<string, unknown>>;
  /** The body that has to come again unchanged; `null` where the first request has another one than the second. */
  readonly body: unknown;
}

/** A request that waits, found again. */
export interface Waiting extends RequestContent {
  readonly requestId: `Request:${string}`;
  readonly isOver: boolean;
}

function bodyDigest({ deps }: Pick<WorkContext, 'deps'>, { operation, body }: Asked): string | null {
  // Keyed, since a body can be an address or a number that is found by trying.
  return body === null ? null : deps.sealer.digest(`signed request ${operation} ${canonicalJson(body)}`);
}

/** Keeps what waits, and says under which id and until when. */
export function keepWaiting(
  context: WorkContext,
  asked: Asked,
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

/** The request of that id, if it was issued for this operation on this path and for this body. */
export async function findWaiting(
  context: WorkContext,
  asked: Asked,
  requestId: string,
): Promise<Waiting | Refusal<'REQUEST_NOT_FOUND' | 'WALLET_SIGNATURE_BODY_MISMATCH'>> {
  const { unit, tenant, now } = context;
  const key = { tenant, id: requestId, operation: asked.operation, path: canonicalJson(asked.path) };
  const row = await findSignedRequest(unit, key);
  if (row === undefined) {
    const reason = 'No request of this kind has the id in Request-Id. Send the requestId of its own first answer.';
    return refuse('REQUEST_NOT_FOUND', reason);
  }
  if (row.body_digest !== bodyDigest(context, asked)) {
    const reason =
      'The body is not the one that the payload was made for. Repeat the first request unchanged, or send the new one without a signature.';
    return refuse('WALLET_SIGNATURE_BODY_MISMATCH', reason);
  }
  const isOver = row.used_at !== null || row.expires_at <= now;
  return { ...readJson(row.content), requestId: `Request:${row.id.slice('Request:'.length)}`, isOver };
}

/** Uses the request up, in the unit of its effect. Returns whether this was the first time, and in time. */
export function useUp({ unit, tenant, now }: WorkContext, { requestId }: Pick<Waiting, 'requestId'>): Promise<boolean> {
  return markUsed(unit, { tenant, id: requestId, now });
}
