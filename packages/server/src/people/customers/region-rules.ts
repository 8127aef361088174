import { assignedCountryCodes, regions } from '@payments-platform/types';
import type { FieldError } from '../../ground/specification/field-error.ts';

/** The countries, and what stands for a region of them: `EU` says as much as is asked here. */
const known: ReadonlySet<string> = new Set([
  ...assignedCountryCodes,
  ...Object.values(regions).flatMap(({ countries }) => countries),
]);

/** What stands for a place elsewhere and is no country in ISO 3166-1, with what to send for it. */
const mistaken: ReadonlyMap<string, string> = new Map([
  ['EL', 'Send GR, the ISO 3166-1 code of Greece; EL is used only in VAT numbers.'],
  ['UK', 'Send GB, the ISO 3166-1 code of the United Kingdom.'],
]);

/**
 * A region is given once. Who has none, or one that stands for no country from earlier, may still be given one: else
 * their payments would go out without strong customer authentication until they are deleted.
 */
export function brokenRegionChange(onFile: string | null, region: string | undefined): FieldError[] {
  if (region === undefined || region === onFile) return [];
  if (onFile === null || !known.has(onFile)) return brokenRegionRules(region);
  return [{ field: 'region', message: 'The region of a customer cannot be changed once it is set. Leave it out.' }];
}

/**
 * The region says for good whether payments need strong customer authentication, so a code that stands for no country
 * would let them out without it.
 */
export function brokenRegionRules(region: string | undefined): FieldError[] {
  if (region === undefined || known.has(region)) return [];
  const message =
    mistaken.get(region) ?? `ISO 3166-1 has no country with the code ${region}. Send an assigned code, such as DE.`;
  return [{ field: 'region', message }];
}
