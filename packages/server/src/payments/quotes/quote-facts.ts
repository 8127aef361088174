import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import type { FeeTerms } from '../../engines/rates/price.ts';
import type { CustomerInformation, KnownCustomer } from '../../people/customers/find-customer.ts';
import type { PaymentTerms } from '../../platform/config/currency-terms.ts';
import type { Parties } from './parties.ts';

/** A customer who takes part in the payment, if the id exists. */
export interface Participant {
  readonly id: string;
  readonly customer: KnownCustomer | undefined;
  /** Their data on file; empty if no provider requires it. */
  readonly information: CustomerInformation;
  /** Which of the fields that the bank of the payee requires of a business that pays are not on file. */
  readonly missing: readonly string[];
}

/** The facts that the rules of a quote need besides its parties. */
export interface QuoteFacts {
  readonly terms: PaymentTerms;
  /** The payer comes first. */
  readonly participants: readonly Participant[];
  /** The customer of this platform whose UMA address is paid. */
  readonly umaPayee: Participant | undefined;
  /** The platform's fee: of this request, or the standing one. */
  readonly platformFee: FeeTerms;
  /** The account that the fee would be credited to; not read if there is no fee. */
  readonly feeAccount: InternalAccountRow | undefined;
}

/** All that a quote is decided by. */
export interface KnownQuote {
  readonly parties: Parties;
  readonly facts: QuoteFacts;
}
