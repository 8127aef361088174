import type { CustomerUpdateRequestOneOf } from '@payments-platform/types';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import { asCurrency, type CurrencyCode } from '../../ground/money/currency.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { ValidPart } from '../../ground/specification/valid-part.ts';
import type { WorkContext } from '../../operation/deps.ts';
import {
  afterRequest,
  type Call,
  type ExternalCall,
  type Handler,
  isRefusal,
  mergeRefusals,
  type Outcome,
  refuseFieldErrors,
  refuseFields,
  withFieldRules,
} from '../../operation/operation.ts';
import { findPlatform, findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { updateCustomer } from '../customer-records/customer-records.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { changeContact } from './contact-channels.ts';
import { changeBusiness, changeIndividual } from './customer-profile.ts';
import {
  brokenConsentFields,
  brokenConsentRules,
  brokenUmaRules,
  consentOnFile,
  refuseUnknownTerms,
  refuseUnsupportedCurrencies,
} from './customer-rules.ts';
import type { ContactChange, MovedContact } from './life-cycle.ts';
import { brokenProfileRules, brokenSentRules } from './profile-rules.ts';
import { brokenRegionChange } from './region-rules.ts';
import { missingConsent } from './requires-consent.ts';
import { showCustomer } from './show-customer.ts';
import { refuseLostAddress, refuseTakenAddress } from './unique-names.ts';

type UpdateCall = Call<'updateCustomerById'>;

/** Once the change is signed, the custodian is asked to apply it, with no transaction open. */
export const updateCustomerById: Handler<'updateCustomerById'> = withFieldRules(
  (body, { now }) => [
    ...contactChangedTwice(body),
    ...brokenSentRules(body, { now, isNew: false }),
    ...brokenConsentFields(body.endUserTermsConsent),
  ],
  afterRequest(applyContactChange, update, { discard: async (_call, moved) => moved?.moveBack() }),
);

async function applyContactChange(call: ExternalCall<'updateCustomerById'>): Promise<MovedContact | undefined> {
  const { input, walletHeaders, deps } = call;
  const { path, body } = input;
  const contact = body.email ?? body.phoneNumber;
  if (contact === undefined || walletHeaders.signature === undefined) return undefined;
  const channel = body.email === undefined ? 'PHONE' : 'EMAIL';
  return deps.lifeCycle.applyContactChange(call, {
    customerId: path.customerId,
    channel,
    contact,
    asked: input,
    walletHeaders,
  });
}

async function update(
  { input: { path, body }, ...context }: UpdateCall,
  moved: MovedContact | undefined,
): Promise<Outcome<'updateCustomerById'>> {
  const { unit, tenant, now, deps } = context;
  const platform = await findPlatform(unit, tenant);
  const row = await lockActiveCustomer(unit, tenant, path.customerId);
  const onFile = isRefusal(row) ? null : row.consent;
  const clocks = [now, deps.clocks.system.now()];
  const sent = [
    ...contactChangedTwice(body),
    ...brokenConsentRules(platform, body.endUserTermsConsent, clocks, onFile),
  ];
  if (isRefusal(row)) return refuseFieldErrors(sent) ?? row;
  // An unchanged address may be of a domain that the platform used before.
  const umaAddress = body.umaAddress?.toLowerCase() === row.uma_address ? undefined : body.umaAddress?.toLowerCase();
  const fixed = fixedFieldsChanged(row, body);
  // Fields of the other customer type are not checked against this one.
  if (body.customerType !== row.customer_type) return refuseFields([...sent, ...fixed]);
  const changed = changeCustomer(context, row, body);
  const errors = [
    ...sent,
    ...fixed,
    ...brokenProfileRules(body, readJson(changed.profile), { now, sealer: deps.sealer }),
    ...brokenUmaRules(platform, umaAddress),
  ];
  const platformCurrencies = await findPlatformCurrencies(unit, tenant);
  const refusal =
    mergeRefusals<'INVALID_INPUT' | 'END_USER_TERMS_VERSION_NOT_FOUND' | 'INVALID_CURRENCY'>([
      refuseFieldErrors(errors),
      refuseUnknownTerms(platform, body.endUserTermsConsent),
      refuseUnsupportedCurrencies(body.currencies, platformCurrencies),
    ]) ?? (await refuseTakenAddress(unit, tenant, umaAddress));
  if (refusal !== undefined) return refusal;
  const contact = contactChangeOf(row, changed);
  if (contact !== undefined) {
    const asked = { path, body };
    const verdict = await deps.lifeCycle.beforeContactChanged(context, {
      ...contact,
      customerId: row.id,
      asked,
      walletHeaders: context.walletHeaders,
      isApplied: moved?.isApplied,
    });
    if (verdict !== undefined) return isRefusal(verdict) ? verdict : { status: 202, body: verdict.challenge };
  }

  const lost = await refuseLostAddress(updateCustomer(unit, changed));
  if (lost !== undefined) return lost;
  if (!missingConsent(platform, { hasConsent: changed.consent !== null })) {
    await deps.lifeCycle.onCurrenciesGranted(context, row.id, currenciesOf(changed, platformCurrencies));
  }
  await context.deps.lifeCycle.onCustomerChanged(context, changed.id);
  return { status: 200, body: await showCustomer(context, changed) };
}

/** The currencies of the customer that the platform still supports: nothing could be paid from an account in another. */
function currenciesOf(
  { currencies }: CustomerRow,
  platformCurrencies: readonly CurrencyCode[],
): readonly CurrencyCode[] {
  if (currencies === null) return platformCurrencies;
  return readJson(currencies).filter((code) => platformCurrencies.some((supported) => supported === code));
}

/** The changed channel and its new value, if there is one. */
function contactChangeOf(
  row: CustomerRow,
  changed: CustomerRow,
): Pick<ContactChange, 'channel' | 'contact'> | undefined {
  const { email, phone_number: phone } = changed;
  if (email !== null && email !== row.email) return { channel: 'EMAIL', contact: email };
  return phone !== null && phone !== row.phone_number ? { channel: 'PHONE', contact: phone } : undefined;
}

/** A change of one channel is confirmed through the other one, so they cannot change together. */
function contactChangedTwice({ email, phoneNumber }: ValidPart<CustomerUpdateRequestOneOf>): FieldError[] {
  if (email === undefined || phoneNumber === undefined) return [];
  return [
    { field: 'email', message: 'Change the email address and the phone number in separate requests.' },
    { field: 'phoneNumber', message: 'Change the phone number and the email address in separate requests.' },
  ];
}

/** Fields of a customer that are returned but cannot be changed; sending the same values is harmless. */
interface FixedFields {
  readonly customerType?: unknown;
  readonly platformCustomerId?: unknown;
}

function fixedFieldsChanged(row: CustomerRow, body: CustomerUpdateRequestOneOf): FieldError[] {
  const given: CustomerUpdateRequestOneOf & FixedFields = body;
  const errors: FieldError[] = [];
  if (given.customerType !== row.customer_type) {
    errors.push({
      field: 'customerType',
      message: `Send ${row.customer_type}: the type of a customer cannot be changed.`,
      constraint: { enum: [row.customer_type] },
    });
  }
  errors.push(...brokenRegionChange(row.region, body.region));
  if (given.platformCustomerId !== undefined && given.platformCustomerId !== row.platform_customer_id) {
    errors.push({
      field: 'platformCustomerId',
      message: 'The platformCustomerId of a customer cannot be changed. Leave it out.',
    });
  }
  return errors;
}

function changeCustomer({ now, deps }: WorkContext, row: CustomerRow, body: CustomerUpdateRequestOneOf): CustomerRow {
  const profile = readJson(row.profile);
  const changedProfile =
    body.customerType === 'INDIVIDUAL' ? changeIndividual(profile, body, deps.sealer) : changeBusiness(profile, body);
  return {
    ...changeContact(row, body),
    region: body.region ?? row.region,
    currencies: body.currencies === undefined ? row.currencies : writeJson(body.currencies.map(asCurrency)),
    uma_address: body.umaAddress?.toLowerCase() ?? row.uma_address,
    profile: writeJson(changedProfile),
    consent: body.endUserTermsConsent === undefined ? row.consent : consentOnFile(body.endUserTermsConsent),
    updated_at: now,
  };
}
