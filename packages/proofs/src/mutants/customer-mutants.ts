import type { Mutant } from './mutant.ts';

/** Mistakes in the identity of customers, and in what it permits. */
export const customerMutants: readonly Mutant[] = [
  {
    name: 'allows a change of the region of a customer',
    file: 'people/customers/region-rules.ts',
    find: 'if (onFile === null || !known.has(onFile))',
    replace: 'if (onFile === null || assigned.size > 0)',
    test: [
      'people/customers/region-rules.test.ts',
      'can be set once for a customer without one, whose payments then require an SMS code',
    ],
  },
  {
    name: "executes a quote older than the customer's region without SCA",
    file: 'payments/quotes/refuse-unusable-party.ts',
    find: 'quote.sca_purposes !== null || region == null',
    replace: 'quote.sca_purposes === null || region == null',
    test: [
      'people/customers/region-rules.test.ts',
      'refuses to execute a quote that is older than the region and was not authorized',
    ],
  },
  {
    name: 'pays a quote of the platform for a customer without the authentication that the new region requires',
    file: 'payments/quotes/refuse-unusable-party.ts',
    find: 'if ((named ?? ownerId) === null) return false;',
    replace: 'if (ownerId === null) return false;',
    test: [
      'people/customers/region-rules.test.ts',
      'refuses to execute a quote of the platform on behalf of the customer that is older than the region',
    ],
  },
  {
    name: 'starts a payment with a deposit that the payer did not authorize',
    file: 'payments/quotes/apply-deposit.ts',
    find: "isUnauthorized ? 'SCA_NOT_COMPLETED' : undefined",
    replace: 'isUnauthorized ? undefined : undefined',
    test: [
      'people/customers/region-rules.test.ts',
      'refunds a deposit for a quote that is older than the region and was not authorized',
    ],
  },
  {
    name: 'deletes an account that its customer trusts',
    file: 'accounts/external/delete-customer-external-account-by-id.ts',
    find: 'if (await isOfDeletedCustomer(call, account)) {',
    replace: 'if (account.customer_id !== null) {',
    test: [
      'accounts/external/trusted-beneficiaries.test.ts',
      'cannot be deleted while it is trusted: BENEFICIARY_TRUSTED',
    ],
  },
  {
    name: 'starts a payment with a deposit to a payee whom the payer no longer trusts',
    file: 'payments/quotes/store-quote.ts',
    find: 'isFunded && isTrusted ? [] : scaPurposesOf',
    replace: 'scaPurposesOf',
    test: [
      'accounts/external/trusted-beneficiaries.test.ts',
      'is not paid with a deposit for a quote from before the untrust, which is refunded',
    ],
  },
  {
    name: 'removes an app that is enrolled while its reset waits',
    file: 'access/sca/complete-two-factor-reset.ts',
    find: '  await readLockoutForUpdate(call, customer.id);\n',
    replace: '',
    test: [
      'access/sca/enrolling-during-a-reset.test.ts',
      'leaves an app that is enrolled while the reset waits, with its recovery codes',
    ],
  },
  {
    name: 'replaces a phone that was verified after the reset was started',
    file: 'people/customers/change-proven-phone.ts',
    find: 'row.phone_verified_at > startedAt',
    replace: 'row.phone_verified_at > context.now',
    test: [
      'access/sca/factor-reset.test.ts',
      'is refused with CONFLICT for SMS_OTP when a phone number was verified after the reset was started',
    ],
  },
  {
    name: 'accepts a consent dated in the future',
    file: 'people/customers/customer-rules.ts',
    find: 'consentOnFile(consent) === onFile ? []',
    replace: 'consentOnFile(consent) !== onFile ? []',
    test: [
      'people/customers/requires-consent.test.ts',
      'is refused when acceptedAt is more than one day ahead of the clock of the platform',
    ],
  },
  {
    name: 'accepts an unassigned country code as region',
    file: 'people/customers/region-rules.ts',
    find: 'region === undefined || known.has(region)',
    replace: 'region === undefined || known.size > 0',
    test: [
      'people/customers/region-rules.test.ts',
      'is refused when it is %s, which is no country code, with the reason in the message',
    ],
  },
  {
    name: 'approves a customer whose phone is no longer verified',
    file: 'people/verifications/submit.ts',
    find: 'if (unverifiedChannel(customer) !== undefined) {',
    replace: 'if (unverifiedChannel(customer) !== undefined && customer.deleted_at !== null) {',
    test: [
      'people/verifications/create-customer-kyc-link.test.ts',
      'leads to RESOLVE_ERRORS after the phone number has changed, until the new one is verified',
    ],
  },
  {
    name: 'returns lookups of deleted and rejected customers',
    file: 'payments/receivers/lookup-external-account.ts',
    find: 'if (unpaid !== undefined) return unpayable(unpaid);',
    replace: '',
    test: [
      'payments/receivers/lookup-external-account.test.ts',
      'refuses with INVALID_RECEIVER when the owner is deleted, not verified or without consent',
    ],
  },
  {
    name: 'accepts a sixth attempt at a contact code',
    file: 'people/contact/confirm-code.ts',
    find: 'sent.wrong_attempts >= attemptsPerCode',
    replace: 'sent.wrong_attempts > attemptsPerCode',
    test: [
      'people/contact/contact-verification.test.ts',
      'voids a code after five wrong attempts, and after 32 parallel ones',
    ],
  },
  {
    name: 'accepts one side of an identity document as both',
    file: 'people/verifications/missing-parts.ts',
    find: 'return isTwoSided(accepted) ? sides',
    replace: "return isTwoSided(accepted) && accepted !== 'NATIONAL_ID' ? sides",
    test: ['people/verifications/verify-person.test.ts', 'requires both sides of a DRIVERS_LICENSE or a NATIONAL_ID'],
  },
  {
    name: 'pays a receiver deleted since the lookup',
    file: 'payments/quotes/uma-receiver.ts',
    find: ' || payee?.customer?.isDeleted === true',
    replace: '',
    test: [
      'payments/quotes/uma-quote-refusals.test.ts',
      'refuses a lookup whose receiver has been deleted, and debits nothing',
    ],
  },
  {
    name: 'asks the provider of a receiver with a fact about the sender that it cannot read',
    file: 'payments/quotes/create-quote.ts',
    find: 'if (wrong !== undefined) return wrong;',
    replace: 'if (wrong === null) return wrong;',
    test: [
      'payments/quotes/sender-facts.test.ts',
      'are refused where no message can have them, before the provider is asked',
    ],
  },
  {
    name: 'approves with a fact about the receiver that the other provider cannot read',
    file: 'payments/transactions/approve-pending-payment.ts',
    find: 'if (wrong !== undefined) return wrong;',
    replace: 'if (wrong === null) return wrong;',
    test: [
      'payments/transactions/approve-pending-payment.test.ts',
      'requires the customer fields that the other provider demands and sends only those',
    ],
  },
  {
    name: 'takes a number in the response of a webhook for a fact about the receiver',
    file: 'payments/transactions/decide-from-webhook-response.ts',
    find: "usableFacts(objectIn(answer.body, 'receiverCustomerInfo'))",
    replace: "objectIn(answer.body, 'receiverCustomerInfo')",
    test: [
      'payments/transactions/decide-from-webhook-response.test.ts',
      'carries the mandatory fields of the customer, or the payment fails',
    ],
  },
  {
    name: 'stores documents beyond the space of their platform',
    file: 'people/documents/document-space.ts',
    find: 'if (used + added <= deps.settings.documentBytes) return undefined;',
    replace: 'if (used <= deps.settings.documentBytes) return undefined;',
    test: [
      'people/documents/document-space.test.ts',
      'are refused with CONFLICT once they would take more than their space, and no file is stored',
    ],
  },
  {
    name: 'counts a million tiny documents as hardly any space',
    file: 'people/documents/document-space.ts',
    find: 'when size_bytes < ${sql.lit(leastBytes)} then',
    replace: 'when size_bytes < 0 then',
    test: ['people/documents/document-space.test.ts', 'count as at least 256 KiB each'],
  },
  {
    name: 'gives each sandbox world a document space of its own',
    file: 'people/documents/document-space.ts',
    find: 'maker: caller.creator ?? caller.tenant',
    replace: 'maker: caller.tenant',
    test: [
      'people/documents/document-space.test.ts',
      'is one for a platform and its sandbox worlds, and another for another platform',
    ],
  },
  {
    name: 'takes a blank address for a complete one',
    file: 'people/verifications/missing-parts.ts',
    find: "(text?.trim() === '' ? [missing(resourceId, field)] : [])",
    replace: '([])',
    test: [
      'people/verifications/verify-business.test.ts',
      'takes blank text about the business and its owners for missing',
    ],
  },
];
