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
    find: 'quote.sca_purposes !== null || !mustBeAuthorized(parties, transaction)',
    replace: 'quote.sca_purposes === null || !mustBeAuthorized(parties, transaction)',
    test: [
      'people/customers/region-rules.test.ts',
      'refuses to execute a quote that is older than the region and was not authorized',
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
];
