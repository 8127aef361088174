import { isIP } from 'node:net';
import type { EndUserTermsConsent } from '@payments-platform/types';
import { dayMs, type Instant, plusMs } from '../../ground/clock/instant.ts';
import { readInstant } from '../../ground/clock/read-instant.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { Sound } from '../../ground/specification/sound-part.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { PlatformRow } from '../../platform/platforms/find-platform.ts';
import { wasPublished } from './end-user-terms.ts';
import { requiresConsent } from './requires-consent.ts';

type RulingPlatform = Pick<PlatformRow, 'is_regulated' | 'uma_domain'>;

/** What is wrong with a consent as it was sent; the one on file was checked before, and may be sent back. */
export function brokenConsentRules(
  platform: RulingPlatform,
  consent: EndUserTermsConsent | undefined,
  clocks: readonly Instant[],
  onFile: JsonText<EndUserTermsConsent> | null = null,
): FieldError[] {
  if (consent === undefined) return [];
  if (!requiresConsent(platform)) {
    const message = 'Leave this out: a regulated platform relies on its own agreements with its customers.';
    return [{ field: 'endUserTermsConsent', message }];
  }
  return [
    ...(consentOnFile(consent) === onFile ? [] : brokenTimeRules(consent, clocks)),
    ...brokenAddressRules(consent),
  ];
}

/** What is wrong with a consent, whoever sends it; without `clocks`, whatever may be on file. */
export function brokenConsentFields(
  consent: Sound<EndUserTermsConsent> | undefined,
  clocks?: readonly Instant[],
): FieldError[] {
  if (consent === undefined) return [];
  const times = clocks === undefined ? [] : brokenTimeRules(consent, clocks);
  return [...times, ...brokenAddressRules(consent), ...brokenVersionRules(consent)];
}

/** Clocks differ, and a day is more than any two that are kept. */
const clockSkewMs = dayMs;

/**
 * What is still to be accepted opens no accounts and moves no money. Who accepts in a sandbox does so today, or on the
 * day that its clock shows.
 */
function brokenTimeRules({ acceptedAt }: Sound<EndUserTermsConsent>, clocks: readonly Instant[]): FieldError[] {
  if (acceptedAt === undefined || clocks.some((now) => readInstant(acceptedAt) <= plusMs(now, clockSkewMs))) return [];
  const message = `Send when the customer accepted. The current time is ${clocks.toSorted().at(-1)}, and this is more than a day later.`;
  return [{ field: 'endUserTermsConsent.acceptedAt', message }];
}

function brokenAddressRules({ ipAddress }: Sound<EndUserTermsConsent>): FieldError[] {
  if (ipAddress === undefined || isIP(ipAddress) !== 0) return [];
  return [
    { field: 'endUserTermsConsent.ipAddress', message: 'Send an IPv4 or IPv6 address.', constraint: { format: 'ip' } },
  ];
}

function brokenVersionRules({ termsVersion }: Sound<EndUserTermsConsent>): FieldError[] {
  if (termsVersion === undefined || wasPublished(termsVersion)) return [];
  return [
    {
      field: 'endUserTermsConsent.termsVersion',
      message: 'This version was never published. Send the version from GET /customers/end-user-terms.',
    },
  ];
}

/** Customers receive at the platform's own UMA domain. */
export function brokenUmaRules(platform: RulingPlatform, umaAddress: string | undefined): FieldError[] {
  if (umaAddress === undefined) return [];
  const domain = umaAddress.slice(umaAddress.indexOf('@') + 1).toLowerCase();
  if (domain === platform.uma_domain) return [];
  return [{ field: 'umaAddress', message: `Send an address of the platform's UMA domain, ${platform.uma_domain}.` }];
}

/** A consent that has to be left out is not looked into. */
export function refuseUnknownTerms(
  platform: RulingPlatform,
  consent: EndUserTermsConsent | undefined,
): Refusal<'END_USER_TERMS_VERSION_NOT_FOUND'> | undefined {
  const errors = consent === undefined || !requiresConsent(platform) ? [] : brokenVersionRules(consent);
  if (consent === undefined || errors.length === 0) return undefined;
  return refuse(
    'END_USER_TERMS_VERSION_NOT_FOUND',
    `There are no end user terms of version ${consent.termsVersion}. Send the version the customer was shown, from GET /customers/end-user-terms.`,
    { errors },
  );
}

export function refuseUnsupportedCurrencies(
  codes: readonly string[] | undefined,
  platformCurrencies: readonly string[],
): Refusal<'INVALID_CURRENCY'> | undefined {
  const unsupported = (codes ?? []).filter((code) => !platformCurrencies.includes(code));
  if (unsupported.length === 0) return undefined;
  return refuse(
    'INVALID_CURRENCY',
    `The platform does not support ${unsupported.join(', ')}. Add it to the platform configuration, or leave it out.`,
    {
      errors: [
        {
          field: 'currencies',
          message: `Not supported: ${unsupported.join(', ')}.`,
          constraint: { enum: [...platformCurrencies] },
        },
      ],
    },
  );
}

/** The consent as it is put on file. */
export function consentOnFile({
  acceptedAt,
  ipAddress,
  termsVersion,
  acceptanceMethod,
}: EndUserTermsConsent): JsonText<EndUserTermsConsent> {
  return writeJson({ acceptedAt: readInstant(acceptedAt), ipAddress, termsVersion, acceptanceMethod });
}
