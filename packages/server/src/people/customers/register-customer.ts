import type { CustomerCreateRequestOneOf, CustomerOneOf } from '@payments-platform/types';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import { uuidOf } from '../../ground/ids/ids.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { asCurrency } from '../../ground/money/currency.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { mergeRefusals, type Refusal, refuseFieldErrors } from '../../operation/operation.ts';
import { findPlatform, findPlatformCurrencies, type PlatformRow } from '../../platform/platforms/find-platform.ts';
import { insertCustomer } from '../customer-records/customer-records.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { changeBusiness, changeIndividual } from './customer-profile.ts';
import {
  brokenConsentRules,
  brokenUmaRules,
  consentOnFile,
  refuseUnknownTerms,
  refuseUnsupportedCurrencies,
} from './customer-rules.ts';
import { viewCustomer } from './customer-view.ts';
import { brokenProfileRules, type Profile } from './profile-rules.ts';
import { brokenRegionRules } from './region-rules.ts';
import { missingConsent } from './requires-consent.ts';
import { refuseLostRace, refuseTakenAddress, refuseTakenId } from './unique-names.ts';
import { checkAtCreation, type FirstCheck } from './verification.ts';

type RegistrationRefusal = Refusal<
  'INVALID_INPUT' | 'END_USER_TERMS_VERSION_NOT_FOUND' | 'INVALID_CURRENCY' | 'CONFLICT' | 'UMA_ADDRESS_EXISTS'
>;

/** Registers the customer of a request or of an import row. The body has passed the specification. */
export async function registerCustomer(
  context: WorkContext,
  body: CustomerCreateRequestOneOf,
): Promise<CustomerOneOf | RegistrationRefusal> {
  const { unit, tenant, now, deps } = context;
  const platform = await findPlatform(unit, tenant);
  const platformCurrencies = await findPlatformCurrencies(unit, tenant);
  const profile = newProfile(body, deps.sealer);
  const errors = [
    ...brokenRegionRules(body.region),
    ...brokenProfileRules(body, profile, { now, sealer: deps.sealer }),
    ...brokenConsentRules(platform, body.endUserTermsConsent, [now, deps.clocks.system.now()]),
    ...brokenUmaRules(platform, body.umaAddress),
  ];
  const refusal =
    mergeRefusals<'INVALID_INPUT' | 'END_USER_TERMS_VERSION_NOT_FOUND' | 'INVALID_CURRENCY'>([
      refuseFieldErrors(errors),
      refuseUnknownTerms(platform, body.endUserTermsConsent),
      refuseUnsupportedCurrencies(body.currencies, platformCurrencies),
    ]) ??
    (await refuseTakenId(unit, tenant, body.platformCustomerId)) ??
    (await refuseTakenAddress(unit, tenant, body.umaAddress?.toLowerCase()));
  if (refusal !== undefined) return refusal;

  const { row, event } = newCustomer(context, platform, body, profile);
  const lost = await refuseLostRace(insertCustomer(unit, row));
  if (lost !== undefined) return lost;

  const view = viewCustomer(row);
  if (event !== undefined) {
    appendEvents({ unit, tenant, now, ids: deps.ids }, [
      { type: event, resourceId: row.id, sequence: row.sequence, data: view },
    ]);
  }
  if (!missingConsent(platform, { hasConsent: row.consent !== null })) {
    await deps.lifeCycle.onCurrenciesGranted(context, row.id, body.currencies?.map(asCurrency) ?? platformCurrencies);
  }
  return view;
}

function newProfile(body: CustomerCreateRequestOneOf, sealer: Pick<Sealer, 'seal'>): Profile {
  return body.customerType === 'INDIVIDUAL' ? changeIndividual({}, body, sealer) : changeBusiness({}, body);
}

interface NewCustomer {
  readonly row: CustomerRow;
  readonly event: FirstCheck['event'];
}

function newCustomer(
  { tenant, now, deps }: WorkContext,
  platform: PlatformRow,
  body: CustomerCreateRequestOneOf,
  profile: Profile,
): NewCustomer {
  const id = deps.ids.next('Customer');
  const uuid = uuidOf(id);
  const fullName = body.customerType === 'INDIVIDUAL' ? body.fullName : undefined;
  const { status, event } = checkAtCreation(deps.identity, platform, body.customerType, fullName);
  const row: CustomerRow = {
    tenant,
    id,
    platform_customer_id: body.platformCustomerId ?? uuid,
    customer_type: body.customerType,
    verification_status: status,
    region: body.region ?? null,
    currencies: body.currencies === undefined ? null : writeJson(body.currencies.map(asCurrency)),
    email: body.email ?? null,
    phone_number: body.phoneNumber ?? null,
    // Derived from the id rather than from the name: it is unique and discloses nothing.
    uma_address: body.umaAddress?.toLowerCase() ?? `$${uuid}@${platform.uma_domain}`,
    profile: writeJson(profile),
    consent: body.endUserTermsConsent === undefined ? null : consentOnFile(body.endUserTermsConsent),
    sequence: event === undefined ? 0 : 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    email_verified_at: null,
    phone_verified_at: null,
  };
  return { row, event };
}
