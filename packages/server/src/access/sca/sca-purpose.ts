/** What a customer confirms with a proof. */
export type ScaPurpose = 'CURRENCY_CONVERSION' | 'PAYOUT' | 'TRANSFER';
