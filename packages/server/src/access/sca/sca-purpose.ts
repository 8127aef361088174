/** What a customer agrees to with one proof. */
export type ScaPurpose = 'CURRENCY_CONVERSION' | 'PAYOUT' | 'TRANSFER';
