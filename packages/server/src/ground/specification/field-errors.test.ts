import type { OperationId } from '@payments-platform/types';
import { loadSpecification } from '@payments-platform/types/spec';
import { describe, expect, it } from 'vitest';
import { wordedKeywords } from './field-errors.ts';
import { brokenBody, validators } from './specification-validators.ts';

/** The error of each field, as `field: message`. */
function told(operationId: OperationId, body: object): string[] {
  return brokenBody(operationId, body)
    .map(({ field, message }) => `${field}: ${message}`)
    .filter((text) => !text.startsWith('quoteId: '));
}

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
const toldOfAccount = (accountInfo: object): string[] =>
  told('createPlatformExternalAccount', { currency: 'INR', accountInfo });
const quote = {
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c' },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 1,
};

describe('alternative fields', () => {
  it('are named together, with the fields of each choice', () => {
    expect(toldOfAccount({ accountType: 'INR_ACCOUNT', beneficiary })).toEqual([
      'accountInfo: Send vpa, or accountNumber with ifsc and rail.',
    ]);
    expect(told('authorizeQuote', {})).toEqual(['body: Send code, or passkeyAssertion with origin.']);
  });

  it('are required only for the choice that was begun', () => {
    expect(toldOfAccount({ accountType: 'INR_ACCOUNT', accountNumber: '123456789', beneficiary })).toEqual([
      'accountInfo.ifsc: Send ifsc and rail with accountNumber.',
    ]);
    expect(told('authorizeQuote', { passkeyAssertion: {} })).toEqual(['origin: Send origin with passkeyAssertion.']);
  });

  it('are reported as exactly one of several when they exclude each other', () => {
    const message = 'accountInfo: Send exactly one of invoice, bolt12, lightningAddress.';
    expect(toldOfAccount({ accountType: 'LIGHTNING' })).toEqual([message]);
    expect(toldOfAccount({ accountType: 'LIGHTNING', invoice: 'lnbc1', bolt12: 'lno1' })).toEqual([message]);
  });

  it('leave out a choice that another field rules out', () => {
    const bank = {
      accountType: 'SWIFT_ACCOUNT',
      country: 'GB',
      swiftCode: 'EXBKGB2L',
      bankName: 'Example',
      beneficiary,
    };
    expect(toldOfAccount({ ...bank, accountNumber: '123456789' })).toContain('accountInfo: Send iban.');
    expect(toldOfAccount({ ...bank, country: 'US' })).toContain('accountInfo: Send iban, or accountNumber.');
  });
});

describe('a list of distinct entries', () => {
  const fundingSourcesOf = (count: number): string[] =>
    Array.from(
      { length: count },
      (_, place) => `InternalAccount:0198c0de-7a11-7d04-8c2a-${`${place}`.padStart(12, '0')}`,
    );
  const toldOfCard = (fundingSources: unknown[]): string[] =>
    told('createCard', {
      cardholderId: 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70',
      form: 'VIRTUAL',
      fundingSources,
    });

  it('is refused when an entry comes twice', () => {
    const [source = ''] = fundingSourcesOf(1);
    expect(toldOfCard([source, ...fundingSourcesOf(2)])).toEqual(['fundingSources: Send each entry once.']);
    expect(toldOfCard(fundingSourcesOf(2))).toEqual([]);
  });

  it('is accepted with 200,000 entries within the test timeout', () => {
    const looksAt = (count: number): number => {
      let looks = 0;
      const entries = new Proxy(fundingSourcesOf(count), {
        get: (target, name, receiver) => {
          looks += typeof name === 'string' && /^[0-9]+$/.test(name) ? 1 : 0;
          return Reflect.get(target, name, receiver);
        },
      });
      expect(toldOfCard(entries)).toEqual([]);
      return looks;
    };
    const few = looksAt(100);
    expect(few).toBeGreaterThanOrEqual(100);
    expect(looksAt(1_000)).toBe(10 * few);
  });
});

describe('a list of 400,000 wrong entries', () => {
  // An error for each of them would take longer than a test may.
  it.each([
    ['feeConfigs', 'updatePlatformConfig', ['feeConfigs: Send at most 100 entries.']],
    ['policy.accountRestrictions.accountRules', 'createAgent', []],
    ['policy.accountRestrictions.allowedAccountIds', 'createAgent', []],
  ] as const)('is reported for its first 100 entries only: %s of %s', (name, operationId, least) => {
    const body = name.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), Array(400_000).fill(0));
    const of = told(operationId, body as object).filter((text) => text.startsWith(name));
    expect(of).toEqual(expect.arrayContaining([...least]));
    const entries = of.filter((text) => text.startsWith(`${name}.`));
    expect(entries).toHaveLength(100);
    expect(entries.at(-1)).toContain(`${name}.99: `);
  });
});

describe('a date-time in a query', () => {
  const toldOf = (createdAfter: string) =>
    validators('listCustomers').request({ path: {}, query: { createdAfter }, body: undefined });

  it('is refused with an example, and with a hint to write the + of an offset as %2B', () => {
    const message = 'Send a valid date-time, such as 2025-01-01T00:00:00.000Z.';
    expect(toldOf('yesterday')).toMatchObject([{ field: 'createdAfter', message }]);
    // As in a query with an unencoded `…T00:00:00+01:00`.
    const hinted = `${message} Write the + of an offset as %2B.`;
    expect(toldOf('2025-01-01T00:00:00 01:00')).toMatchObject([{ field: 'createdAfter', message: hinted }]);
    expect(toldOf('2025-01-01T00:00:00+01:00')).toEqual([]);
  });
});

describe('a web address', () => {
  const toldOfLink = (redirectUri: string): string[] =>
    told('createCustomerKycLink', { redirectUri }).filter((text) => text.startsWith('redirectUri'));

  it.each([
    'https://app.example.com:99999/x',
    'http://localhost:99999',
    'https://',
    'https://:443/x',
    'https://256.1.1.1/',
    'https://1.2.3.4.5/x',
    'https://a%20b/',
    'https://?x',
    'https://@/x',
  ])('is refused when no browser can open it: %s', (redirectUri) => {
    expect(toldOfLink(redirectUri)).toEqual([
      'redirectUri: Send a valid uri, such as https://app.example.com/verified.',
    ]);
  });

  it('may be localhost or a loopback address', () => {
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:7003'])
      expect(toldOfLink(`http://${host}/done`)).toEqual([]);
  });
});

describe('one wrong value', () => {
  it('is reported once', () => {
    expect(told('createCustomer', { customerType: 'INDIVIDUAL', fullName: '' })).toEqual([
      'fullName: Send at least 1 character.',
    ]);
    expect(told('updatePlatformConfig', { webhookEndpoint: 5 })).toEqual([
      'webhookEndpoint: Send a value of type string or null.',
    ]);
    expect(told('createCustomer', { customerType: 'INDIVIDUAL', fullName: ['Ada', 'Lovelace'] })).toEqual([
      'fullName: Send one value of type string, not 2.',
    ]);
    expect(told('updatePlatformConfig', { webhookEndpoint: 'nothing' })).toHaveLength(1);
    expect(told('updatePlatformConfig', { webhookEndpoint: 'nothing' })[0]).not.toContain('null');
  });

  it('that is an id of another kind is reported with the given and the wanted kind', () => {
    const destination = { destinationType: 'ACCOUNT', accountId: 'Customer:0198c0de-7a14-7b3f-9c2d-4e5f60718293' };
    expect(told('createQuote', { ...quote, destination })).toEqual([
      'destination.accountId: This is an id of the kind Customer. Send an id of the kind InternalAccount or ExternalAccount, such as InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c.',
    ]);
    const [unformed] = told('createQuote', { ...quote, destination: { ...destination, accountId: '12' } });
    expect(unformed).toMatch(/^destination\.accountId: Send an id of the kind InternalAccount or ExternalAccount/);
  });
});

/** A schema without a rule accepts everything. */
function isEmpty(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}

/** Every keyword of the schemas below a node. References are followed once. */
function keywordsBelow(node: unknown, follow: (reference: string) => unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) keywordsBelow(item, follow, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return found;
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === '$ref' && !found.has(String(value))) {
      found.add(String(value));
      keywordsBelow(follow(String(value)), follow, found);
    } else if (keyword === 'properties') {
      for (const schema of Object.values(value as object)) keywordsBelow(schema, follow, found);
    } else if (!keyword.startsWith('x-') && !['examples', 'discriminator'].includes(keyword) && !isEmpty(value)) {
      found.add(keyword);
      keywordsBelow(value, follow, found);
    }
  }
  return found;
}

it('has a message for every schema keyword that a request can break', () => {
  const specification = loadSpecification();
  const follow = (reference: string): unknown =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], specification);
  const bodies = Object.values(specification.paths).flatMap((item) =>
    [item.post, item.put, item.patch].flatMap((operation) => Object.values(operation?.requestBody?.content ?? {})),
  );
  // These keywords report nothing themselves: their inner keywords do, or they are for the reader.
  const silent = [
    'schema',
    'allOf',
    'anyOf',
    'oneOf',
    '$ref',
    'items',
    'title',
    'description',
    'default',
    'example',
    'readOnly',
    'writeOnly',
    'deprecated',
  ];
  const used = [
    ...keywordsBelow(
      bodies.map(({ schema }) => schema),
      follow,
    ),
  ].filter((name) => !name.startsWith('#'));
  expect(used.filter((keyword) => !wordedKeywords.has(keyword) && !silent.includes(keyword))).toEqual([]);
  expect(used).toContain('uniqueItems');
});
