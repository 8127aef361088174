import type { Quote } from '@payments-platform/types';
import { findOpenChallenge, viewChallenge } from '../../access/sca/challenge.ts';
import { readScaSettings } from '../../access/sca/factors.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { viewCurrency } from '../../ground/money/currency.ts';
import { wireMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { QuoteRow } from './quote-row.ts';

/** Row to wire. */
export function viewQuote(row: QuoteRow): Quote {
  return {
    id: storedId('Quote', row.id),
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    source: readJson(row.source),
    destination: readJson(row.destination),
    sendingCurrency: viewCurrency(row.sending_currency, row.token),
    receivingCurrency: viewCurrency(row.receiving_currency, row.token),
    totalSendingAmount: wireMinor(row.sending_minor),
    totalReceivingAmount: wireMinor(row.receiving_minor),
    exchangeRate: Number(row.exchange_rate),
    feesIncluded: wireMinor(row.fees_minor),
    platformFeesIncluded: wireMinor(row.platform_fees_minor),
    ...viewInstructions(row),
    transactionId: storedId('Transaction', row.transaction_id),
    ...(row.counterparty_information === null
      ? {}
      : { counterpartyInformation: readJson(row.counterparty_information) }),
    rateDetails: readJson(row.rate_details),
    ...(row.description === null ? {} : { description: row.description }),
  } satisfies Quote;
}

/** Payment instructions are withheld while the customer must still authenticate: no deposit may come before that. */
function viewInstructions({ payment_instructions, status }: QuoteRow): Pick<Quote, 'paymentInstructions'> {
  if (payment_instructions === null || status === 'PENDING_AUTHORIZATION') return {};
  return { paymentInstructions: readJson(payment_instructions) };
}

/** The quote in its wire form, with its open challenge. */
export async function showQuote(context: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>, row: QuoteRow): Promise<Quote> {
  if (row.status !== 'PENDING_AUTHORIZATION') return viewQuote(row);
  const [challenge, settings] = await Promise.all([
    findOpenChallenge(context, 'QUOTE', row.id),
    readScaSettings(context),
  ]);
  return challenge === undefined
    ? viewQuote(row)
    : { ...viewQuote(row), scaChallenge: viewChallenge(challenge, settings) };
}

/** The same text for a quote of another platform and for one that never existed. */
export function unknownQuote(id: string): Refusal<'QUOTE_NOT_FOUND'> {
  return refuse('QUOTE_NOT_FOUND', `There is no quote ${id}. Check the id and the environment of your token.`);
}
