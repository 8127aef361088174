import type { AccountType } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { newConnectedAgent } from '../../../test/agents.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import { accountKinds } from './account-facts.ts';

const path = '/customers/external-accounts';
const strict = { settings: { strictIdentifiers: true } };
const details = {
  address: { line1: '1 Market Street', postalCode: '94105', country: 'US' },
  registrationNumber: 'HRB 12345',
  taxId: 'DE123456789',
};
const ownedBy = (type: AccountType, given: object): object =>
  sampleAccount(type, { beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Compiler Works Inc', ...given } });

const addressAlone: readonly AccountType[] = [
  ...([
    'USD_ACCOUNT',
    'MXN_ACCOUNT',
    'GBP_ACCOUNT',
    'INR_ACCOUNT',
    'BRL_ACCOUNT',
    'DKK_ACCOUNT',
    'PHP_ACCOUNT',
  ] as const),
  ...([
    'HKD_ACCOUNT',
    'IDR_ACCOUNT',
    'MYR_ACCOUNT',
    'SGD_ACCOUNT',
    'THB_ACCOUNT',
    'VND_ACCOUNT',
    'AED_ACCOUNT',
  ] as const),
];
const everything: readonly AccountType[] = [
  ...(['NGN_ACCOUNT', 'ZAR_ACCOUNT', 'KES_ACCOUNT', 'TZS_ACCOUNT', 'RWF_ACCOUNT', 'ZMW_ACCOUNT'] as const),
  ...(['UGX_ACCOUNT', 'BWP_ACCOUNT', 'MWK_ACCOUNT', 'XOF_ACCOUNT', 'XAF_ACCOUNT'] as const),
];
const demands: readonly (readonly [AccountType, readonly (keyof typeof details)[]])[] = [
  ...addressAlone.map((type) => [type, ['address']] as const),
  ['EUR_ACCOUNT', ['address', 'registrationNumber']],
  ...everything.map((type) => [type, ['address', 'registrationNumber', 'taxId']] as const),
];

oneEngine('a business that owns a bank account', (start) => {
  it.each(demands)('gives for %s besides its legal name %j', async (type, fields) => {
    const server = await start(strict);
    const bare = await server.request('POST', path, ownedBy(type, {}));
    expect([bare.status, bare.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(refusedFields(bare)).toEqual(fields.map((field) => `accountInfo.beneficiary.${field}`));
    for (const left of fields) {
      const { [left]: _left, ...others } = details;
      const given = Object.fromEntries(Object.entries(others).filter(([field]) => fields.some((one) => one === field)));
      const answer = await server.request('POST', path, ownedBy(type, given));
      expect(refusedFields(answer)).toEqual([`accountInfo.beneficiary.${left}`]);
    }
    expect((await server.request('GET', path)).body.data).toEqual([]);
    const given = Object.fromEntries(fields.map((field) => [field, details[field]]));
    expect((await server.request('POST', path, ownedBy(type, given))).status).toBe(201);
  });

  it('is refused with every other broken field, to platforms and agents, and its empty values too', async () => {
    const server = await start(strict);
    const agent = await newConnectedAgent(server, await newCustomerId(server));
    const broken = sampleAccount('EUR_ACCOUNT', {
      iban: 'DE1',
      beneficiary: {
        ...{ beneficiaryType: 'BUSINESS', legalName: 'Compiler Works GmbH', registrationNumber: '' },
        address: { line1: 'Invalidenstrasse 1', country: 'DE' },
      },
    });
    for (const [caller, at] of [
      [server, path],
      [server, '/platform/external-accounts'],
      [agent, '/agents/me/external-accounts'],
    ] as const) {
      const answer = await caller.request('POST', at, broken);
      expect(refusedFields(answer).toSorted()).toEqual([
        'accountInfo.beneficiary.address.postalCode',
        'accountInfo.beneficiary.registrationNumber',
        'accountInfo.iban',
      ]);
    }
  });

  it('gives its legal name alone in a sandbox without strictIdentifiers, and as the owner of a wallet', async () => {
    const server = await start();
    for (const type of ['USD_ACCOUNT', 'EUR_ACCOUNT', 'NGN_ACCOUNT'] as const)
      expect((await server.request('POST', path, ownedBy(type, {}))).status).toBe(201);
    const wallet = ownedBy('SOLANA_WALLET', {});
    expect((await (await start(strict)).request('POST', path, wallet)).status).toBe(201);
  });

  it('gives at least its address for each kind of bank account', () => {
    for (const { accountType, kind, businessGives } of accountKinds)
      expect([accountType, businessGives.includes('address')]).toEqual([accountType, kind === 'BANK']);
  });
});
