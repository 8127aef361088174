import { demandsSca } from '../../access/sca/demands-sca.ts';
import type { ScaPurpose } from '../../access/sca/sca-purpose.ts';
import { readJson } from '../../ground/json/json-text.ts';
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
