import type { OutgoingRateDetails, PaymentInstructions, Quote, QuoteLockSide, StateOf } from '@payments-platform/types';
import type { ScaPurpose } from '../../access/sca/sca-purpose.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode, CurrencyView } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    quotes: QuotesTable;
  }
}

interface QuotesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  status: StateOf<'quote'>;
  transaction_id: Fixed<string>;
  customer_id: Fixed<string | null>;
  source: Fixed<JsonText<Quote['source']>>;
  destination: Fixed<JsonText<Quote['destination']>>;
  source_account_id: Fixed<string | null>;
  destination_account_id: Fixed<string | null>;
  /** The customer of this platform whose UMA address is paid; `null` for any other payee, and on older quotes. */
  payee_customer_id: Fixed<string | null>;
  locked_side: Fixed<QuoteLockSide>;
  sending_currency: Fixed<CurrencyCode>;
  receiving_currency: Fixed<CurrencyCode>;
  /** The description of both currencies, if they are one token of the platform. */
  token: Fixed<JsonText<CurrencyView> | null>;
  sending_minor: Fixed<bigint>;
  receiving_minor: Fixed<bigint>;
  fees_minor: Fixed<bigint>;
  platform_fees_minor: Fixed<bigint>;
  exchange_rate: Fixed<string>;
  rate_details: Fixed<JsonText<OutgoingRateDetails>>;
  description: Fixed<string | null>;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  expires_at: Instant;
  funding_reference: Fixed<string | null>;
  payment_instructions: Fixed<JsonText<readonly PaymentInstructions[]> | null>;
  counterparty_information: Fixed<JsonText<PartyInformation> | null>;
  sca_purposes: Fixed<JsonText<readonly ScaPurpose[]> | null>;
}
