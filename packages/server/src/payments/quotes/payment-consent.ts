import type { Subject } from '../../access/sca/challenge.ts';
import { demandsSca } from '../../access/sca/demands-sca.ts';
import type { ScaPurpose } from '../../access/sca/sca-purpose.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { writeAmount } from '../../ground/money/money.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import type { Parties } from './parties.ts';
import type { QuoteRow } from './quote-row.ts';

/**
 * What the payer has to agree to, in this order, when the rules of their country demand it. Money that is
 * pulled from an account elsewhere is the business of that account's bank, and asks for nothing here.
 */
export function scaPurposesOf({ source, destination }: Parties, payerRegion: string | undefined): ScaPurpose[] {
  if (!demandsSca(payerRegion) || source.accountId?.startsWith('ExternalAccount:') === true) return [];
  const purposes: ScaPurpose[] = [];
  if (source.currency !== destination.currency) purposes.push('CURRENCY_CONVERSION');
  if (!destination.isInternal) purposes.push('PAYOUT');
  else if (destination.customerId !== source.customerId) purposes.push('TRANSFER');
  return purposes;
}

/** The purposes of a stored quote. */
export function readScaPurposes({ sca_purposes: text }: Pick<QuoteRow, 'sca_purposes'>): readonly ScaPurpose[] {
  return text === null ? [] : readJson(text);
}

const shownCharacters = 4;

/** What a customer agrees to by authorizing the quote for a purpose. Any other amount or payee is another text. */
export function paymentConsent(quote: QuoteRow, transaction: TransactionRow, purpose: string | null): Subject {
  if (quote.customer_id === null) throw new Error(`quote ${quote.id} has no customer who could agree`);
  const { destination, destination_identifier: identifier } = transaction;
  const sent = `${quote.sending_minor} ${quote.sending_currency}`;
  const received = `${quote.receiving_minor} ${quote.receiving_currency}`;
  return {
    kind: 'QUOTE',
    id: quote.id,
    customerId: quote.customer_id,
    binding: `${purpose} ${quote.id}: ${sent} becomes ${received} for ${destination} ${identifier}`,
    wording: wordingOf(quote, transaction, purpose),
  };
}

function wordingOf(
  quote: QuoteRow,
  { destination_identifier: identifier }: TransactionRow,
  purpose: string | null,
): string {
  const sent = writeAmount(quote.sending_minor, quote.sending_currency);
  if (purpose === 'CURRENCY_CONVERSION')
    return `agrees to exchange ${sent} for ${writeAmount(quote.receiving_minor, quote.receiving_currency)}`;
  const payee = identifier === null ? 'another account' : `the account ending in ${identifier.slice(-shownCharacters)}`;
  return `authorizes a payment of ${sent} to ${payee}`;
}
