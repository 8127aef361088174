import { dayMs, hourMs, minuteMs, secondMs } from '../clock/instant.ts';
import type { RailName } from './rails.ts';

const instantly = 2 * secondMs;

/** Usual time from execution to delivery per rail; exhaustive over the rails of the specification. */
export const railTimelineMs: Readonly<Record<RailName, number>> = {
  INTERNAL: secondMs,
  RTP: instantly,
  FEDNOW: instantly,
  SEPA_INSTANT: instantly,
  UPI: instantly,
  SPEI: instantly,
  PIX: instantly,
  FASTER_PAYMENTS: instantly,
  PAYNOW: instantly,
  FAST: instantly,
  INSTAPAY: instantly,
  BRE_B: instantly,
  MOBILE_MONEY: instantly,
  UNIONPAY: instantly,
  LIGHTNING: instantly,
  UMA: instantly,
  SPARK: instantly,
  SOLANA: instantly,
  BASE: instantly,
  POLYGON: instantly,
  PLASMA: instantly,
  TRON: instantly,
  RTGS: 30 * minuteMs,
  ETHEREUM: 15 * minuteMs,
  BITCOIN: 30 * minuteMs,
  SEPA: dayMs,
  WIRE: dayMs,
  NEFT: dayMs,
  PESONET: dayMs,
  CIPS: dayMs,
  ACH: 48 * hourMs,
  ACH_COLOMBIA: 48 * hourMs,
  BANK_TRANSFER: 48 * hourMs,
  SWIFT: 72 * hourMs,
};

/** A delivery within this time makes a rail instant: prices are held for a shorter time. */
export const instantRailMs = minuteMs;
