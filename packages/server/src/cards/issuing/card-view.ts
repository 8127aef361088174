import type { Card } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { wireMinor } from '../../ground/money/money.ts';
import type { CardFundingSourceRow, CardRow } from './tables.ts';

type Source = Pick<CardFundingSourceRow, 'account_id'>;

/** Row to wire, for responses and events alike. Omits what the issuer has not assigned yet. */
export function viewCard(row: CardRow, sources: readonly Source[]): Card {
  const limit = row.max_spend_per_transaction_minor;
  return {
    id: storedId('Card', row.id),
    cardholderId: storedId('Customer', row.cardholder_id),
    platformCardId: row.platform_card_id,
    state: row.state,
    stateReason: row.state_reason,
    ...(row.brand === null ? {} : { brand: row.brand }),
    form: row.form,
    ...(row.last4 === null ? {} : { last4: row.last4 }),
    ...(row.exp_month === null ? {} : { expMonth: row.exp_month }),
    ...(row.exp_year === null ? {} : { expYear: row.exp_year }),
    fundingSources: sources.map(({ account_id: id }) => storedId('InternalAccount', id)),
    maxSpendPerTransaction: limit === null ? null : wireMinor(limit),
    currency: row.currency,
    ...(row.processor_ref === null ? {} : { processorRef: row.processor_ref }),
    ...(row.issuer_ref === null ? {} : { issuerRef: row.issuer_ref }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  } satisfies Card;
}
