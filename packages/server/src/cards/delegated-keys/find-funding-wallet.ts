import type { DelegatedKeyCreateRequest } from '@payments-platform/types';
import { findEmbeddedWallet } from '../../accounts/internal/find-embedded-wallet.ts';
import type { WalletKeys } from '../../engines/custody/custody.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { cardNotFound, listCardFundingSources } from '../issuing/find-card.ts';
import type { CardFundingSourceRow, CardRow } from '../issuing/tables.ts';
import { findActiveKey } from './find-active-key.ts';

/** The embedded wallet that pays for a card, and its place among the card's funding sources. */
export interface FundingWallet {
  readonly source: CardFundingSourceRow;
  readonly wallet: WalletKeys;
}

export type FundingWalletRefusal = Refusal<
  'NOT_FOUND' | 'ACCOUNT_NOT_FOUND' | 'INVALID_INPUT' | 'WALLET_NOT_PROVISIONED' | 'CONFLICT'
>;

/**
 * The embedded wallet that pays for a card and can get a key. The refusals come in the order in which the specification
 * lists them.
 */
export async function findFundingWallet(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  card: CardRow | undefined,
  { cardId, internalAccountId }: DelegatedKeyCreateRequest,
): Promise<FundingWallet | FundingWalletRefusal> {
  if (card === undefined) return cardNotFound(cardId);
  const wallet = await findEmbeddedWallet({ unit, tenant }, internalAccountId, 'internalAccountId');
  if (isRefusal(wallet) && wallet.code === 'ACCOUNT_NOT_FOUND') return wallet;
  const sources = await listCardFundingSources(unit, tenant, card.id);
  const source = sources.find(({ account_id: id }) => id === internalAccountId);
  if (source === undefined) {
    const reason = `${internalAccountId} does not pay for ${cardId}. Send one of the card's fundingSources.`;
    return refuse('NOT_FOUND', reason);
  }
  if (isRefusal(wallet)) return wallet;
  if (card.state === 'CLOSED')
    return refuse('CONFLICT', `${cardId} is closed and cannot pay for purchases. Order a new card.`);
  const active = await findActiveKey(unit, tenant, source.id);
  if (active === undefined) return { source, wallet };
  const reason = `The funding source has the active key ${active.id}. Revoke that one first.`;
  return refuse('CONFLICT', reason, { delegatedKeyId: active.id });
}
