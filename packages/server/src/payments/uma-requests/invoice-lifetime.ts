import { minuteMs } from '../../ground/clock/instant.ts';

/**
 * How long another provider may take to pay an invoice, at the price at which it was made: its quote expires after five
 * minutes, and its customer may have to authenticate. A longer time would let it wait and pay only if the price of
 * bitcoin has fallen.
 */
export const invoiceLifeMs = 15 * minuteMs;
