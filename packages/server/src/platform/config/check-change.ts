import type { PlatformConfigUpdateRequest } from '@payments-platform/types';
import { refuseEndpoint } from '../../engines/outbox/endpoint-rules.ts';
import { isCurrencyCode } from '../../ground/money/currency.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { ValidPart } from '../../ground/specification/valid-part.ts';
import { mergeRefusals, type Refusal, refuse, refuseFieldErrors } from '../../operation/operation.ts';
import { platformFeeCurrency } from './currency-terms.ts';
import { belongsTo, isOrigin } from './origins.ts';

type Currencies = NonNullable<PlatformConfigUpdateRequest['supportedCurrencies']>;

export type ChangeRefusal = Refusal<'INVALID_INPUT' | 'INVALID_CURRENCY' | 'NOT_IMPLEMENTED'>;

/**
 * The rules for a change of the configuration that no schema can express: all invalid fields, then unknown
 * currencies, then what is not implemented.
 */
export function refuseChange(
  change: PlatformConfigUpdateRequest,
  { allowsLoopback, tokens }: { readonly allowsLoopback: boolean; readonly tokens: ReadonlySet<string> },
): ChangeRefusal | undefined {
  const refusal = mergeRefusals<'INVALID_INPUT' | 'INVALID_CURRENCY'>([
    refuseFieldErrors(brokenSettings(change, allowsLoopback)),
    refuseUnknownCurrencies(change.supportedCurrencies ?? [], tokens),
  ]);
  if (refusal !== undefined) return refusal;
  if (change.feeConfigs?.some(({ sourceCurrency }) => sourceCurrency !== platformFeeCurrency) === true) {
    return refuse(
      'NOT_IMPLEMENTED',
      `A platform fee is available for the source currency ${platformFeeCurrency} only.`,
    );
  }
  return undefined;
}

/** The invalid fields that can be found from the request alone; parts of it may be missing. */
export function brokenSettings(change: ValidPart<PlatformConfigUpdateRequest>, allowsLoopback: boolean): FieldError[] {
  return [
    ...domainErrors(change.umaDomain),
    ...endpointErrors(change.webhookEndpoint, allowsLoopback),
    ...currencyErrors(change.supportedCurrencies ?? []),
    ...feeErrors(change.feeConfigs ?? []),
    ...originErrors(change.scaConfig),
  ];
}

function refuseUnknownCurrencies(
  entries: Currencies,
  tokens: ReadonlySet<string>,
): Refusal<'INVALID_CURRENCY'> | undefined {
  const message = 'This is not a known currency. Use a currency of the service or a token of the platform.';
  const errors = entries.flatMap(({ currencyCode: code }, index) =>
    isCurrencyCode(code) || tokens.has(code) ? [] : [{ field: `supportedCurrencies.${index}.currencyCode`, message }],
  );
  if (errors.length === 0) return undefined;
  const codes = entries
    .map(({ currencyCode: code }) => code)
    .filter((code) => !isCurrencyCode(code) && !tokens.has(code));
  return refuse(
    'INVALID_CURRENCY',
    `Unknown currency: ${codes.join(', ')}. Use a currency of the service or a token of the platform.`,
    { errors },
  );
}

/** An IP address has the pattern of a domain, but its last label is a number, which no top-level domain is. */
function domainErrors(domain: string | undefined): FieldError[] {
  if (domain === undefined || !/\.[0-9]+$/.test(domain)) return [];
  return [
    { field: 'umaDomain', message: 'Send a domain name, not an IP address.', constraint: { format: 'hostname' } },
  ];
}

function endpointErrors(endpoint: string | null | undefined, allowsLoopback: boolean): FieldError[] {
  const problem = typeof endpoint === 'string' ? refuseEndpoint(endpoint, allowsLoopback) : undefined;
  if (problem === undefined) return [];
  return [
    { field: 'webhookEndpoint', message: `${problem} Send a public HTTPS address.`, constraint: { format: 'uri' } },
  ];
}

function currencyErrors(entries: Currencies): FieldError[] {
  const repeated = repeats(entries.map(({ currencyCode }) => currencyCode));
  return entries.flatMap(({ minAmount, maxAmount, requiredCounterpartyFields }, index) => {
    const entry = `supportedCurrencies.${index}`;
    const errors: FieldError[] = [];
    if (repeated.has(index)) errors.push({ field: `${entry}.currencyCode`, message: 'Send each currency once.' });
    if (minAmount > maxAmount)
      errors.push({ field: `${entry}.maxAmount`, message: 'Send an amount that is not less than minAmount.' });
    for (const at of repeats(requiredCounterpartyFields.map(({ name }) => name)))
      errors.push({ field: `${entry}.requiredCounterpartyFields.${at}.name`, message: 'Send each field once.' });
    return errors;
  });
}

/** The places of the keys that an earlier place has already. */
function repeats(keys: readonly string[]): ReadonlySet<number> {
  return new Set(keys.flatMap((key, index) => (keys.indexOf(key) === index ? [] : [index])));
}

/** Browsers create and use a passkey only on its domain and the hosts below it. */
function originErrors(config: ValidPart<PlatformConfigUpdateRequest>['scaConfig']): FieldError[] {
  const { allowedOrigins = [], relyingPartyId } = config ?? {};
  return allowedOrigins.flatMap((origin, index) => {
    const field = `scaConfig.allowedOrigins.${index}`;
    if (!isOrigin(origin)) {
      const message = 'Send an origin: https, a host and optionally a port, or http with localhost.';
      return [{ field, message, constraint: { format: 'origin' } }];
    }
    return relyingPartyId === undefined || belongsTo(origin, relyingPartyId)
      ? []
      : [{ field, message: `Send an origin on ${relyingPartyId}.` }];
  });
}

function feeErrors(entries: NonNullable<PlatformConfigUpdateRequest['feeConfigs']>): FieldError[] {
  const repeated = repeats(entries.map(({ feeType, sourceCurrency }) => `${feeType} ${sourceCurrency}`));
  return entries.flatMap(({ sourceCurrency, fixedFee }, index) => {
    const errors: FieldError[] = [];
    if (repeated.has(index)) {
      const message = 'Send one fee for each feeType and sourceCurrency.';
      errors.push({ field: `feeConfigs.${index}.sourceCurrency`, message });
    }
    if (fixedFee.currency !== sourceCurrency) {
      const message = 'The fixed fee is taken in the source currency. Send the same code as in sourceCurrency.';
      const constraint = { enum: [sourceCurrency] };
      errors.push({ field: `feeConfigs.${index}.fixedFee.currency`, message, constraint });
    }
    return errors;
  });
}
