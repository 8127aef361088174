import { orThrow } from '@payments-platform/client';
import type { CardCreateRequest, CardId, Received } from '@payments-platform/types';
import { hasState, type Platform } from '../targets/target.ts';
import { openPayer, type Payer } from './payer.ts';

export function orderOf({ customerId, accountId }: Payer, parts: Partial<CardCreateRequest> = {}): CardCreateRequest {
  return { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId], ...parts };
}

/** An active card. */
export async function issueCard(
  platform: Platform,
  payer: Payer,
  parts: Partial<CardCreateRequest> = {},
): Promise<Received<'Card'>> {
  const { id } = await orThrow(platform.client.POST('/cards', { body: orderOf(payer, parts) }));
  if (hasState(platform)) await platform.advance(0);
  return orThrow(platform.client.GET('/cards/{id}', { params: { path: { id } } }));
}

/** A cardholder with money to spend. */
export interface Cardholder extends Payer {
  readonly cardId: CardId;
}

export async function openCardholder(platform: Platform, amount = 50_000): Promise<Cardholder> {
  const payer = await openPayer(platform, { amount });
  const { id: cardId } = await issueCard(platform, payer);
  return { ...payer, cardId };
}
