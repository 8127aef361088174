import type { ExchangeRate } from '@payments-platform/types';
import { accountKinds } from '../../accounts/external/account-facts.ts';
import { type FeeSchedule, priceQuote } from '../../engines/rates/price.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { type CurrencyCode, viewCurrency } from '../../ground/money/currency.ts';
import { wireMinor } from '../../ground/money/money.ts';
import { hasDollarPrice } from './dollar-price.ts';
import { largestSendingMinor, smallestSendingMinor } from './sending-limits.ts';

interface CorridorRequest {
  readonly rates: RateSource;
  readonly now: Instant;
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
  readonly amountMinor: bigint;
  readonly fees: FeeSchedule;
}

/**
 * The result of converting an amount, which is the same on every rail, since no rail adds a fee. Network costs are
 * not included: a currency can have several networks, and the money may stay inside the service.
 */
export interface Corridor extends CorridorRequest {
  readonly rate: string;
  readonly updatedAt: Instant;
  readonly receivingMinor: bigint;
  readonly feesMinor: bigint;
  readonly smallestMinor: bigint;
  readonly largestMinor: bigint;
}

/** Prices as a quote does; `undefined` if the pair has no rate now, or if fees and limits leave no amount to send. */
export function priceCorridor(request: CorridorRequest): Corridor | undefined {
  const { rates, now, sending, receiving, amountMinor, fees } = request;
  const quoted = rates.rateFor(sending, receiving, now);
  if (quoted === undefined || !hasDollarPrice(rates, sending)) return undefined;
  const priceOf = (lockedMinor: bigint) =>
    priceQuote({ lockedSide: 'SENDING', lockedMinor, sending, receiving, rate: quoted.rate, fees });
  const smallestMinor = smallestSendingMinor((minor) => priceOf(minor) !== undefined);
  const largestMinor = largestSendingMinor(rates, sending);
  if (smallestMinor === undefined || smallestMinor > largestMinor) return undefined;
  const price = priceOf(amountMinor);
  return {
    ...request,
    ...quoted,
    receivingMinor: price?.receivingMinor ?? 0n,
    feesMinor: price?.fees.totalMinor ?? fixedFees(fees),
    smallestMinor,
    largestMinor,
  };
}

/** One entry for each rail that reaches the currency; a crypto asset has one entry without a rail. */
export function viewCorridor(corridor: Corridor): ExchangeRate[] {
  const entry: ExchangeRate = {
    sourceCurrency: viewCurrency(corridor.sending),
    sendingAmount: wireMinor(corridor.amountMinor),
    minSendingAmount: wireMinor(corridor.smallestMinor),
    maxSendingAmount: wireMinor(corridor.largestMinor),
    destinationCurrency: viewCurrency(corridor.receiving),
    receivingAmount: wireMinor(corridor.receivingMinor),
    exchangeRate: Number(corridor.rate),
    fees: { fixed: wireMinor(fixedFees(corridor.fees)), total: wireMinor(corridor.feesMinor) },
    updatedAt: corridor.updatedAt,
  };
  const reached = accountKinds.filter(({ currencies }) => currencies.includes(corridor.receiving));
  const rails = [...new Set(reached.flatMap((kind) => kind.rails))].sort();
  const isOnNetwork = reached.some(({ network }) => network !== null);
  return [...(isOnNetwork ? [entry] : []), ...rails.map((rail) => ({ ...entry, destinationPaymentRail: rail }))];
}

function fixedFees({ service, platform }: FeeSchedule): bigint {
  return service.fixedMinor + platform.fixedMinor;
}
