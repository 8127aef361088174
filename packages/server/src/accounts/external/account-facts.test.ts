import { expect, it } from 'vitest';
import { sampleAccount, sampleAccounts } from '../../../test/sample-accounts.ts';
import { accountKind, accountKinds, routeOf } from './account-facts.ts';

const inr = accountKind('INR_ACCOUNT');
const bankFields = { accountNumber: '50100123456789', ifsc: 'HDFC0000123' };

it.each(accountKinds.map((kind) => [kind.accountType, kind] as const))(
  'an account of type %s has an identifier and rails, and a default rail or a network',
  (accountType, kind) => {
    const route = routeOf(kind, sampleAccounts[accountType as keyof typeof sampleAccounts].accountInfo);
    expect(route.identifier).not.toBe('');
    expect(kind.rails).toEqual(expect.arrayContaining([...route.rails]));
    expect(route.network === null).toBe(kind.kind === 'BANK');
    if (kind.kind === 'BANK') expect(route.rails).toContain(route.defaultRail);
    else expect(route.defaultRail).toBeNull();
  },
);

it('an account without a chosen rail has the default rail of the specification', () => {
  expect(routeOf(accountKind('USD_ACCOUNT'), sampleAccount('USD_ACCOUNT').accountInfo)).toEqual({
    identifier: '000123456789',
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    defaultRail: 'RTP',
    network: null,
    collects: ['ACH'],
    payingBusinessGives: [],
  });
});

it('a virtual payment address has the rail UPI only', () => {
  expect(routeOf(inr, { vpa: 'ananya.rao@examplebank' })).toEqual({
    identifier: 'ananya.rao@examplebank',
    rails: ['UPI'],
    defaultRail: 'UPI',
    network: null,
    collects: [],
    payingBusinessGives: ['registrationNumber'],
  });
});

it('an Indian account number has the rail given with it as default', () => {
  expect(routeOf(inr, { ...bankFields, rail: 'RTGS' })).toEqual({
    identifier: '50100123456789',
    rails: ['NEFT', 'RTGS'],
    defaultRail: 'RTGS',
    network: null,
    collects: [],
    payingBusinessGives: ['registrationNumber'],
  });
});

it('an Indian account given in both forms has UPI as default', () => {
  const route = routeOf(inr, { vpa: 'ananya.rao@examplebank', ...bankFields, rail: 'NEFT' });
  expect(route).toMatchObject({ rails: ['UPI', 'NEFT', 'RTGS'], defaultRail: 'UPI' });
});

it('a Lightning account is identified by its BOLT 12 offer or its Lightning address', () => {
  const kind = accountKind('LIGHTNING');
  expect(routeOf(kind, { bolt12: 'lno1qgsq' })).toMatchObject({
    identifier: 'lno1qgsq',
    network: 'LIGHTNING',
    rails: [],
  });
  expect(routeOf(kind, { lightningAddress: 'ada@wallet.example.com' }).identifier).toBe('ada@wallet.example.com');
});

it('an account type that the specification does not describe throws', () => {
  expect(() => accountKind('XXX_ACCOUNT')).toThrow('describes no account of type XXX_ACCOUNT');
});
