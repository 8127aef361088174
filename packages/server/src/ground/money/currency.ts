import { currencies } from '@payments-platform/types';

/** Every currency the specification lists. */
export type CurrencyCode = keyof typeof currencies;

export function isCurrencyCode(code: string): code is CurrencyCode {
  return Object.hasOwn(currencies, code);
}

/** A stored code; one the specification does not list is a bug. */
export function currencyCode(code: string): CurrencyCode {
  if (!isCurrencyCode(code)) throw new Error(`the specification lists no currency ${code}`);
  return code;
}

/** How many smallest units make one major unit, e.g. 100 for USD. */
export function minorPerMajor(code: CurrencyCode): bigint {
  return 10n ** BigInt(currencies[code].decimals);
}

export interface CurrencyView {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

const views = new Map<string, CurrencyView>();

/** The currency object of the interface. */
export function viewCurrency(code: string): CurrencyView {
  let view = views.get(code);
  if (view === undefined) {
    const { name, symbol, decimals } = currencies[currencyCode(code)];
    view = { code, name, symbol, decimals };
    views.set(code, view);
  }
  return view;
}
