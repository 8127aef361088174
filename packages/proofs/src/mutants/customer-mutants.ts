import type { Mutant } from './mutant.ts';

/** Mistakes in the identity of customers, and in what it permits. */
export const customerMutants: readonly Mutant[] = [
  {
    name: 'lets the region of a customer be changed',
    file: 'people/customers/region-rules.ts',
    find: 'if (onFile === null || !known.has(onFile))',
    replace: 'if (onFile === null || assigned.size > 0)',
    test: [
      'people/customers/region-rules.test.ts',
      'can be given once to a customer who has none, whose payments are authenticated from then on',
    ],
  },
  {
    name: 'pays a quote without authentication that is older than the region of its customer',
    file: 'payments/quotes/refuse-unusable-party.ts',
    find: 'quote.sca_purposes !== null || !mustBeAuthorized(parties, transaction)',
    replace: 'quote.sca_purposes === null || !mustBeAuthorized(parties, transaction)',
    test: [
      'people/customers/region-rules.test.ts',
      'keeps quotes from before it from being paid without authentication',
    ],
  },
  {
    name: 'opens accounts for a consent that is still to come',
    file: 'people/customers/customer-rules.ts',
    find: 'consentOnFile(consent) === onFile ? []',
    replace: 'consentOnFile(consent) !== onFile ? []',
    test: [
      'people/customers/requires-consent.test.ts',
      'is of the past, by the clock of the platform and a day more, at creation and later',
    ],
  },
  {
    name: 'takes any two letters for the region of a customer',
    file: 'people/customers/region-rules.ts',
    find: 'region === undefined || known.has(region)',
    replace: 'region === undefined || known.size > 0',
    test: [
      'people/customers/region-rules.test.ts',
      'is refused when it is %s, which is no country, and says what to send',
    ],
  },
  {
    name: 'lets a hosted page approve a customer whose phone is not proved any more',
    file: 'people/verifications/submit.ts',
    find: 'if (unverifiedChannel(customer) !== undefined) {',
    replace: 'if (unverifiedChannel(customer) !== undefined && customer.deleted_at !== null) {',
    test: [
      'people/verifications/create-customer-kyc-link.test.ts',
      'approves nobody whose phone number has changed since, until it is proved',
    ],
  },
  {
    name: 'tells how to pay accounts of deleted and rejected customers',
    file: 'payments/receivers/lookup-external-account.ts',
    find: 'if (unpaid !== undefined) return unpayable(unpaid);',
    replace: '',
    test: [
      'payments/receivers/lookup-external-account.test.ts',
      'refuses an account whose owner no quote would pay, whoever pays',
    ],
  },
];
