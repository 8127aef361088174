import { noFee, serviceTerms } from '../../engines/rates/price.ts';
import { type CurrencyCode, isCurrencyCode } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import { type Handler, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { readStandingFees } from '../../platform/config/currency-terms.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { priceCorridor, viewCorridor } from './price-corridor.ts';

const defaultSendingAmount = 10_000;

export const getExchangeRates: Handler<'getExchangeRates'> = async ({ input, unit, tenant, now, deps }) => {
  const { sourceCurrency, destinationCurrency, sendingAmount } = input.query;
  const [own, standing] = await Promise.all([findPlatformCurrencies(unit, tenant), readStandingFees(unit, tenant)]);
  const sources = knownCodes(sourceCurrency === undefined ? own : [sourceCurrency], own);
  if ('code' in sources) return sources;
  const destinations = knownCodes(destinationCurrency ?? own, own);
  if ('code' in destinations) return destinations;

  const amountMinor = BigInt(sendingAmount ?? defaultSendingAmount);
  const corridors = [];
  for (const sending of sources) {
    const fees = { service: serviceTerms(true, true), platform: standing.get(sending) ?? noFee };
    for (const receiving of destinations) {
      if (receiving === sending) continue;
      const corridor = priceCorridor({ rates: deps.rates, now, sending, receiving, amountMinor, fees });
      if (corridor !== undefined) corridors.push(corridor);
    }
  }
  if (corridors.some(({ receivingMinor }) => receivingMinor > largestWireMinor)) {
    return refuseFields([
      {
        field: 'sendingAmount',
        message: 'The converted amount is too large to return. Send a smaller amount.',
      },
    ]);
  }
  return { status: 200, body: { data: corridors.flatMap(viewCorridor) } };
};

/**
 * The currencies without duplicates, sorted by code; or the refusal of a code that the service does not know. A
 * token of the platform is known but has no rate.
 */
function knownCodes(
  codes: readonly string[],
  own: readonly CurrencyCode[],
): CurrencyCode[] | Refusal<'INVALID_CURRENCY'> {
  const known: CurrencyCode[] = [];
  for (const code of [...new Set(codes)].sort()) {
    const found = isCurrencyCode(code) ? code : own.find((one) => one === code);
    if (found === undefined)
      return refuse(
        'INVALID_CURRENCY',
        `${code} is not a known currency. Use a currency of the service or a token of the platform.`,
      );
    known.push(found);
  }
  return known;
}
