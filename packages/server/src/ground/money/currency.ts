import { currencies } from '@payments-platform/types';
import { type JsonText, readJson } from '../json/json-text.ts';

/** Every currency the specification lists. */
export type ListedCurrency = keyof typeof currencies;

declare const ofOnePlatform: unique symbol;
/** A token that is a currency of one platform alone; two platforms may have different ones of the same code. */
export type TokenCode = string & { readonly [ofOnePlatform]: true };

/** What an account can hold. */
export type CurrencyCode = ListedCurrency | TokenCode;

export function isCurrencyCode(code: string): code is ListedCurrency {
  return Object.hasOwn(currencies, code);
}

const codeForm = /^[A-Z][A-Z0-9]{2,9}$/;

/** The code as one of a token; `undefined` for what is no code, and for the codes of the specification. */
export function tokenCode(code: string): TokenCode | undefined {
  return codeForm.test(code) && !isCurrencyCode(code) ? (code as TokenCode) : undefined;
}

/** A stored code; one the specification does not list is a bug. */
export function currencyCode(code: string): ListedCurrency {
  if (!isCurrencyCode(code)) throw new Error(`the specification lists no currency ${code}`);
  return code;
}

/** A code that has been found among the currencies of a platform; any other one is a bug. */
export function asCurrency(code: string): CurrencyCode {
  return tokenCode(code) ?? currencyCode(code);
}

/** Whether money of a state is meant, and no asset on a chain. */
export function isFiat(code: CurrencyCode): boolean {
  return isCurrencyCode(code) && currencies[code].kind === 'FIAT';
}

/** How many smallest units make one major unit, e.g. 100 for USD. */
export function minorPerMajor(code: ListedCurrency): bigint {
  return 10n ** BigInt(currencies[code].decimals);
}

export interface CurrencyView {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

const views = new Map<string, CurrencyView>();

/** The currency object of the interface. What describes a token is kept with every row that has one. */
export function viewCurrency(code: CurrencyCode, token: JsonText<CurrencyView> | null = null): CurrencyView {
  if (token !== null) return readJson(token);
  let view = views.get(code);
  if (view === undefined) {
    const { name, symbol, decimals } = currencies[currencyCode(code)];
    view = { code, name, symbol, decimals };
    views.set(code, view);
  }
  return view;
}
