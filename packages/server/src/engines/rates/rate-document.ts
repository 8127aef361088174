import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { readInstant } from '../../ground/clock/read-instant.ts';
import { parseJson } from '../../ground/json/json-text.ts';
import { type CurrencyCode, isCurrencyCode } from '../../ground/money/currency.ts';
import type { CurrencyValues } from './cross-rate.ts';

/** Rates that an operator supplies. */
export interface RateDocument {
  readonly worths: CurrencyValues;
  /** When they expire, in real time. */
  readonly validUntil: Instant;
}

/** The document is unusable. The message is one line that names the part to correct. */
export class RateDocumentUnusable extends Error {}

/** Up to twelve digits before the decimal point and eighteen after it: more than any currency needs. */
const decimal = /^\d{1,12}(\.\d{1,18})?$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * Reads `{"base": "USD", "validUntil": "…", "rates": {"EUR": "1.0842", …}}`: the price of one unit of each currency in
 * the base. Unsupported currencies are ignored. Throws `RateDocumentUnusable`.
 */
export function readRateDocument(text: string): RateDocument {
  const { base, validUntil, rates } = record(parse(text), 'The document');
  if (typeof base !== 'string' || !isCurrencyCode(base)) throw unusable('base is not a supported currency code');
  if (typeof validUntil !== 'string' || !dateTime.test(validUntil) || Number.isNaN(epochMsOf(validUntil)))
    throw unusable('validUntil must be a date-time such as 2025-01-31T10:00:00Z');
  const worths: Partial<Record<CurrencyCode, string>> = {};
  for (const [currency, worth] of Object.entries(record(rates, 'rates'))) {
    if (isCurrencyCode(currency)) worths[currency] = readWorth(currency, worth);
  }
  const own = worths[base];
  if (own !== undefined && !/^1(\.0+)?$/.test(own))
    throw unusable(`the rate of the base ${base} must be 1, not ${own}`);
  worths[base] = '1';
  if (Object.keys(worths).length < 2) throw unusable('rates has no supported currency besides the base');
  return { worths, validUntil: readInstant(validUntil) };
}

/** Accepts a number or text; text keeps digits that a JSON number would lose. */
function readWorth(currency: string, worth: unknown): string {
  const text = typeof worth === 'number' ? String(worth) : worth;
  if (typeof text !== 'string' || !decimal.test(text) || !/[1-9]/.test(text))
    throw unusable(`the rate of ${currency} must be a positive decimal, not ${JSON.stringify(worth)}`);
  return text;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw unusable('the document is not JSON');
  }
}

function record(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unusable(`${what} is not an object`);
  return value as Readonly<Record<string, unknown>>;
}

function unusable(problem: string): RateDocumentUnusable {
  return new RateDocumentUnusable(problem);
}
