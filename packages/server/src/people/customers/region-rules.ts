import { assignedCountryCodes, regions } from '@payments-platform/types';
import type { FieldError } from '../../ground/specification/field-error.ts';

/** The assigned country codes, and codes of regions: `EU` is specific enough here. */
const known: ReadonlySet<string> = new Set([
  ...assignedCountryCodes,
  ...Object.values(regions).flatMap(({ countries }) => countries),
]);

/** Codes that are used elsewhere but are not countries in ISO 3166-1, with the advice for each. */
const mistaken: ReadonlyMap<string, string> = new Map([
  ['EL', 'Send GR, the ISO 3166-1 code of Greece; EL is used only in VAT numbers.'],
  ['UK', 'Send GB, the ISO 3166-1 code of the United Kingdom.'],
]);

/**
 * A region can be set once. A customer without one, or with an older one that is not a country, may still set it:
 * otherwise their payments would never require strong customer authentication.
 */
export function brokenRegionChange(onFile: string | null, region: string | undefined): FieldError[] {
  if (region === undefined || region === onFile) return [];
  if (onFile === null || !known.has(onFile)) return brokenRegionRules(region);
  return [{ field: 'region', message: 'The region of a customer cannot be changed once it is set. Leave it out.' }];
}

/**
 * The region decides permanently whether payments require strong customer authentication. A code that is not a
 * country would bypass it.
 */
export function brokenRegionRules(region: string | undefined): FieldError[] {
  if (region === undefined || known.has(region)) return [];
  const message =
    mistaken.get(region) ?? `ISO 3166-1 has no country with the code ${region}. Send an assigned code, such as DE.`;
  return [{ field: 'region', message }];
}
