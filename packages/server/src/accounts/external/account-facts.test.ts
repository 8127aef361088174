import { expect, it } from 'vitest';
import { sampleAccount, sampleAccounts } from '../../../test/sample-accounts.ts';
import { accountKind, accountKinds, routeOf } from './account-facts.ts';

const inr = accountKind('INR_ACCOUNT');
const bankFields = { accountNumber: '50100123456789', ifsc: 'HDFC0000123' };

it.each(accountKinds.map((kind) => [kind.accountType, kind] as const))(
  'knows how an account of type %s is reached',
  (accountType, kind) => {
    const route = routeOf(kind, sampleAccounts[accountType as keyof typeof sampleAccounts].accountInfo);
    expect(route.identifier).not.toBe('');
    expect(kind.rails).toEqual(expect.arrayContaining([...route.rails]));
    expect(route.network === null).toBe(kind.kind === 'BANK');
    if (kind.kind === 'BANK') expect(route.rails).toContain(route.defaultRail);
    else expect(route.defaultRail).toBeNull();
  },
);

it('takes the rail of the specification where none is asked for', () => {
  expect(routeOf(accountKind('USD_ACCOUNT'), sampleAccount('USD_ACCOUNT').accountInfo)).toEqual({
    identifier: '000123456789',
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    defaultRail: 'RTP',
    network: null,
    collects: ['ACH'],
  });
});

it('reaches a virtual payment address over UPI only', () => {
  expect(routeOf(inr, { vpa: 'ananya.rao@examplebank' })).toEqual({
    identifier: 'ananya.rao@examplebank',
    rails: ['UPI'],
    defaultRail: 'UPI',
    network: null,
    collects: [],
  });
});

it('reaches an Indian account number over the rail that came with it', () => {
  expect(routeOf(inr, { ...bankFields, rail: 'RTGS' })).toEqual({
    identifier: '50100123456789',
    rails: ['NEFT', 'RTGS'],
    defaultRail: 'RTGS',
    network: null,
    collects: [],
  });
});

it('prefers the instant way when both are given', () => {
  const route = routeOf(inr, { vpa: 'ananya.rao@examplebank', ...bankFields, rail: 'NEFT' });
  expect(route).toMatchObject({ rails: ['UPI', 'NEFT', 'RTGS'], defaultRail: 'UPI' });
});

it('finds a Lightning account by whichever identifier it has', () => {
  const kind = accountKind('LIGHTNING');
  expect(routeOf(kind, { bolt12: 'lno1qgsq' })).toMatchObject({
    identifier: 'lno1qgsq',
    network: 'LIGHTNING',
    rails: [],
  });
  expect(routeOf(kind, { lightningAddress: 'ada@wallet.example.com' }).identifier).toBe('ada@wallet.example.com');
});

it('has no facts about a kind that the specification does not describe', () => {
  expect(() => accountKind('XXX_ACCOUNT')).toThrow('describes no account of type XXX_ACCOUNT');
});
