import { currencies } from '@payments-platform/types';
import { type JsonText, readJson } from '../json/json-text.ts';

/** Every currency that the specification lists. */
export type ListedCurrency = keyof typeof currencies;

declare const ofOnePlatform: unique symbol;
/** A token that is a currency of one platform only. Another platform may have another token of the same code. */
export type TokenCode = string & { readonly [ofOnePlatform]: true };

/** The currency of an account. */
export type CurrencyCode = ListedCurrency | TokenCode;

export function isCurrencyCode(code: string): code is ListedCurrency {
  return Object.hasOwn(currencies, code);
}

const codeForm = /^[A-Z][A-Z0-9]{2,9}$/;

/** The code as that of a token; `undefined` for other text, and for the codes of the specification. */
export function tokenCode(code: string): TokenCode | undefined {
  return codeForm.test(code) && !isCurrencyCode(code) ? (code as TokenCode) : undefined;
}

/** A stored code. One that the specification does not list is a bug. */
export function currencyCode(code: string): ListedCurrency {
  if (!isCurrencyCode(code)) throw new Error(`the specification lists no currency ${code}`);
  return code;
}

/** A code of one of the platform's currencies. Any other one is a bug. */
export function asCurrency(code: string): CurrencyCode {
  return tokenCode(code) ?? currencyCode(code);
}

/** Whether the currency is state money, and not an asset on a chain. */
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

const views = Object.fromEntries(
  Object.values(currencies).map(({ code, name, symbol, decimals }) => [code, { code, name, symbol, decimals }]),
) as Readonly<Record<ListedCurrency, CurrencyView>>;

/** The currency object of the interface. Rows with a token also store its description. */
export function viewCurrency(code: CurrencyCode, token: JsonText<CurrencyView> | null = null): CurrencyView {
  return token === null ? views[currencyCode(code)] : readJson(token);
}
