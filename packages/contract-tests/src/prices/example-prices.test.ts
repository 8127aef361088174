import { loadSpecification } from '@payments-platform/types/spec';
import { expect, it } from 'vitest';
import { decimalText } from './documented-price.ts';

interface Converted {
  readonly place: string;
  readonly rate: string;
  readonly principal: bigint;
  readonly received: bigint;
  readonly decimals: readonly [sending: number, receiving: number];
}

// biome-ignore lint/suspicious/noExplicitAny: examples are JSON of every shape.
type Json = any;

/** The parts of a price, as named by quotes, transactions and exchange rates. */
function priceIn(value: Json): readonly [sent: Json, received: Json, fees: Json, from: Json, to: Json] | undefined {
  if (typeof value.exchangeRate !== 'number') return undefined;
  if (value.totalSendingAmount !== undefined) {
    const { sendingCurrency, receivingCurrency } = value;
    return [
      value.totalSendingAmount,
      value.totalReceivingAmount,
      value.feesIncluded,
      sendingCurrency,
      receivingCurrency,
    ];
  }
  if (value.sentAmount !== undefined) {
    const { sentAmount: sent, receivedAmount: received } = value;
    return [sent.amount, received.amount, value.fees, sent.currency, received.currency];
  }
  const { sourceCurrency, destinationCurrency } = value;
  return [value.sendingAmount, value.receivingAmount, value.fees.total, sourceCurrency, destinationCurrency];
}

function conversionsIn(value: Json, place = ''): Converted[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.entries(value).flatMap(([key, one]) => conversionsIn(one, `${place}/${key}`));
  const price = priceIn(value);
  if (price === undefined || price.includes(undefined)) return within;
  const [sent, received, fees, from, to] = price;
  const decimals = [from.decimals, to.decimals] as const;
  const rate = decimalText(value.exchangeRate);
  return [...within, { place, rate, principal: BigInt(sent - fees), received: BigInt(received), decimals }];
}

/** Whether the received amount is the principal rounded down, or the principal is the received amount rounded up. */
function isRounded({ rate, principal, received, decimals: [sending, receiving] }: Converted): boolean {
  const [whole = '', fraction = ''] = rate.split('.');
  const price = BigInt(whole + fraction) * 10n ** BigInt(sending);
  const unit = 10n ** BigInt(fraction.length + receiving);
  const isDown = (principal * unit) / price === received;
  const isUp = (received * price + unit - 1n) / unit === principal;
  return isDown || isUp;
}

it('every example of a price is rounded as the documentation says', () => {
  const found = conversionsIn(loadSpecification().components?.examples);
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter((one) => !isRounded(one)).map(({ place }) => place)).toEqual([]);
});
