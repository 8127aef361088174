import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { hashSecret } from '../../ground/sealing/hash-secret.ts';
import { findCard } from './find-card.ts';
import { refuseConcealed } from './refuse-concealed.ts';
import { findRevealByKey, markRevealOpened } from './reveals-repository.ts';
import type { CardRevealRow, CardRow } from './tables.ts';

/** Finds a page by its key, for the issuer that created it. */
export function findReveal(unit: Unit, key: string): Promise<CardRevealRow | undefined> {
  return findRevealByKey(unit, hashSecret(key));
}

/** Opens a page, which is possible once. Returns its card, or why the page cannot be shown. */
export async function openReveal(
  unit: Unit,
  { key_hash: keyHash, tenant, card_id: cardId }: CardRevealRow,
  now: Instant,
): Promise<CardRow | 'EXPIRED' | 'USED'> {
  const card = await findCard(unit, tenant, cardId);
  if (card === undefined || refuseConcealed(card) !== undefined) return 'EXPIRED';
  if (await markRevealOpened(unit, keyHash, now)) return card;
  return (await findRevealByKey(unit, keyHash))?.opened_at === null ? 'EXPIRED' : 'USED';
}
