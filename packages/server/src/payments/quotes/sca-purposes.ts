import type { ScaPurpose } from '../../access/sca/sca-purpose.ts';
import { requiresSca } from '../../people/customers/requires-sca.ts';
import type { Destination, Source } from './parties.ts';

interface AuthorizedParties {
  readonly source: Pick<Source, 'accountId' | 'customerId' | 'currency'>;
  readonly destination: Pick<Destination, 'customerId' | 'currency' | 'isInternal'>;
}

/**
 * The purposes that the payer must authorize, in this order, if the rules of their country demand it. A direct
 * debit from an external account is authorized by its bank, so it needs none here.
 */
export function scaPurposesOf(
  { source, destination }: AuthorizedParties,
  payerRegion: string | undefined,
): ScaPurpose[] {
  if (!requiresSca(payerRegion) || source.accountId?.startsWith('ExternalAccount:') === true) return [];
  const purposes: ScaPurpose[] = [];
  if (source.currency !== destination.currency) purposes.push('CURRENCY_CONVERSION');
  if (!destination.isInternal) purposes.push('PAYOUT');
  else if (destination.customerId !== source.customerId) purposes.push('TRANSFER');
  return purposes;
}
