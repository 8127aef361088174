import { isIP } from 'node:net';
import type { EndUserTermsConsent } from '@payments-platform/types';
import { dayMs, type Instant, plusMs } from '../../ground/clock/instant.ts';
import { readInstant } from '../../ground/clock/read-instant.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { ValidPart } from '../../ground/specification/valid-part.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { PlatformRow } from '../../platform/platforms/find-platform.ts';
import { wasPublished } from './end-user-terms.ts';
import { requiresConsent } from './requires-consent.ts';

type RulingPlatform = Pick<PlatformRow, 'is_regulated' | 'uma_domain'>;

/** The errors in a consent of a request; the stored consent was checked before, and may be sent again. */
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

/**
 * The errors in a consent that do not depend on the platform. Without `clocks` its time is not checked, since it
 * may be the stored consent.
 */
export function brokenConsentFields(
  consent: ValidPart<EndUserTermsConsent> | undefined,
  clocks?: readonly Instant[],
): FieldError[] {
  if (consent === undefined) return [];
  const times = clocks === undefined ? [] : brokenTimeRules(consent, clocks);
  return [...times, ...brokenAddressRules(consent), ...brokenVersionRules(consent)];
}

/** Clocks differ, but by less than a day. */
const clockSkewMs = dayMs;

/**
 * A future acceptance opens no accounts and moves no money. In a sandbox an acceptance may be of today, or of the
 * day that its clock shows.
 */
function brokenTimeRules({ acceptedAt }: ValidPart<EndUserTermsConsent>, clocks: readonly Instant[]): FieldError[] {
  if (acceptedAt === undefined || clocks.some((now) => readInstant(acceptedAt) <= plusMs(now, clockSkewMs))) return [];
  const message = `Send when the customer accepted. The current time is ${clocks.toSorted().at(-1)}, and this is more than a day later.`;
  return [{ field: 'endUserTermsConsent.acceptedAt', message }];
}

function brokenAddressRules({ ipAddress }: ValidPart<EndUserTermsConsent>): FieldError[] {
  if (ipAddress === undefined || isIP(ipAddress) !== 0) return [];
  return [
    { field: 'endUserTermsConsent.ipAddress', message: 'Send an IPv4 or IPv6 address.', constraint: { format: 'ip' } },
  ];
}

function brokenVersionRules({ termsVersion }: ValidPart<EndUserTermsConsent>): FieldError[] {
  if (termsVersion === undefined || wasPublished(termsVersion)) return [];
  return [
    {
      field: 'endUserTermsConsent.termsVersion',
      message: 'This version was never published. Send the version from GET /customers/end-user-terms.',
    },
  ];
}

/** Customers receive at the UMA domain of their platform. */
export function brokenUmaRules(platform: RulingPlatform, umaAddress: string | undefined): FieldError[] {
  if (umaAddress === undefined) return [];
  const domain = umaAddress.slice(umaAddress.indexOf('@') + 1).toLowerCase();
  if (domain === platform.uma_domain) return [];
  return [{ field: 'umaAddress', message: `Send an address of the platform's UMA domain, ${platform.uma_domain}.` }];
}

/** A consent that must be left out is not checked. */
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

/** The stored form of a consent. */
export function consentOnFile({
  acceptedAt,
  ipAddress,
  termsVersion,
  acceptanceMethod,
}: EndUserTermsConsent): JsonText<EndUserTermsConsent> {
  return writeJson({ acceptedAt: readInstant(acceptedAt), ipAddress, termsVersion, acceptanceMethod });
}
