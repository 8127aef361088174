import { Buffer } from 'node:buffer';
import { type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { hashSecret } from '../../ground/sealing/hash-secret.ts';
import { afterRequest, type ExternalCall, type Handler, isRefusal, type Refusal } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { cardNotFound, findCard, lockCard } from './find-card.ts';
import { refuseConcealed } from './refuse-concealed.ts';
import { insertReveal } from './reveals-repository.ts';

/** Long enough to copy a number into a shop; short enough that an old address is of no use to a finder. */
const pageLifeMs = 5 * minuteMs;
const keyBytes = 32;

interface RevealPage {
  readonly key: string;
  readonly url: string;
  readonly expiresAt: Instant;
}

/** The issuer creates the page while no unit is open. Its address is returned only after the record of the request. */
export const revealCard: Handler<'revealCard'> = afterRequest(
  makePage,
  async ({ unit, tenant, now, caller, input: { path } }, page) => {
    if (isRefusal(page)) return page;
    const card = await lockCard(unit, tenant, path.id);
    const refusal = card === undefined ? cardNotFound(path.id) : refuseConcealed(card);
    if (refusal !== undefined) return refusal;
    insertReveal(unit, {
      key_hash: hashSecret(page.key),
      tenant,
      card_id: path.id,
      token_id: caller.tokenId,
      created_at: now,
      expires_at: page.expiresAt,
      opened_at: null,
    });
    return { status: 200, body: { panEmbedUrl: page.url, expiresAt: page.expiresAt } };
  },
);

async function makePage({
  input: { path },
  tenant,
  now,
  deps,
}: ExternalCall<'revealCard'>): Promise<RevealPage | Refusal<'NOT_FOUND' | 'CONFLICT'>> {
  requireAdapter(deps.issuer);
  const card = await deps.database.read((unit) => findCard(unit, tenant, path.id));
  const refusal = card === undefined ? cardNotFound(path.id) : refuseConcealed(card);
  if (refusal !== undefined) return refusal;
  const key = Buffer.from(deps.random.bytes(keyBytes)).toString('base64url');
  const expiresAt = plusMs(now, pageLifeMs);
  return { key, url: await deps.issuer.reveal({ cardId: path.id, key, expiresAt }), expiresAt };
}
