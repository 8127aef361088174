import type { AccountType } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { business } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender, quoteBody, type Sender } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { accountKinds } from '../../accounts/external/account-facts.ts';

const strict = { settings: { strictIdentifiers: true } };
const registered = { businessInfo: { ...business.businessInfo, registrationNumber: '5523041' } };
const demanding: readonly AccountType[] = [
  ...(['GBP_ACCOUNT', 'INR_ACCOUNT', 'BRL_ACCOUNT', 'DKK_ACCOUNT', 'PHP_ACCOUNT', 'HKD_ACCOUNT'] as const),
  ...(['IDR_ACCOUNT', 'MYR_ACCOUNT', 'SGD_ACCOUNT', 'THB_ACCOUNT', 'VND_ACCOUNT', 'AED_ACCOUNT'] as const),
];

/** A business that has been approved and pays in US dollars. */
async function makePayingBusiness(server: TestServer, parts: object = {}): Promise<Sender> {
  const sender = await makeSender(server, 'USD', 0, { ...business, ...parts });
  await server.request('POST', '/verifications', { customerId: sender.customerId });
  await server.request('POST', `/sandbox/internal-accounts/${sender.accounts['USD']}/fund`, { amount: 1_000_000 });
  return sender;
}

async function register(server: TestServer, customerId: string, type: AccountType): Promise<string> {
  const { currency, accountInfo } = sampleAccount(type);
  return (await server.request('POST', '/customers/external-accounts', { customerId, currency, accountInfo })).body.id;
}

function pay(server: TestServer, { accounts }: Sender, to: string): Promise<Answer> {
  return server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to, amount: 50_000 }));
}

async function payPounds(server: TestServer, sender: Sender): Promise<Answer> {
  return pay(server, sender, await register(server, sender.customerId, 'GBP_ACCOUNT'));
}

oneEngine('a business that pays a bank account', (start) => {
  it.each(demanding)('has its registrationNumber on file for %s', async (type) => {
    const server = await start(strict);
    const sender = await makePayingBusiness(server);
    const to = await register(server, sender.customerId, type);
    const refused = await pay(server, sender, to);
    expect([refused.status, refused.body.code]).toEqual([400, 'MISSING_MANDATORY_USER_INFO']);
    expect(refusedFields(refused)).toEqual(['businessInfo.registrationNumber']);
    const change = { customerType: 'BUSINESS', businessInfo: { registrationNumber: '5523041' } };
    expect((await server.request('PATCH', `/customers/${sender.customerId}`, change)).status).toBe(200);
    expect((await pay(server, sender, to)).status).toBe(201);
  });

  it('needs none for every other kind of account', () => {
    const kinds = accountKinds.filter(({ payingBusinessGives }) => payingBusinessGives.length > 0);
    expect(kinds.map(({ accountType }) => accountType).toSorted()).toEqual(demanding.toSorted());
  });

  it('is refused over a transfer and a pooled account too', async () => {
    const server = await start({ ...strict, currencies: ['USD', 'GBP'] });
    const { customerId, accounts } = await makePayingBusiness(server);
    await server.request('POST', `/sandbox/internal-accounts/${accounts['GBP']}/fund`, { amount: 1_000_000 });
    const to = await register(server, customerId, 'GBP_ACCOUNT');
    const transfer = { source: { accountId: accounts['GBP'] }, destination: { accountId: to }, amount: 5_000 };
    expect((await server.request('POST', '/transfer-out', transfer)).body.code).toBe('MISSING_MANDATORY_USER_INFO');
    const [pooled] = (await server.request('GET', '/platform/internal-accounts?currency=GBP')).body.data;
    const source = { sourceType: 'ACCOUNT', accountId: pooled.id, customerId };
    const onBehalf = { ...quoteBody({ from: pooled.id, to }), source };
    expect((await server.request('POST', '/quotes', onBehalf)).body.code).toBe('MISSING_MANDATORY_USER_INFO');
    expect((await server.request('POST', '/quotes', quoteBody({ from: pooled.id, to }))).status).toBe(201);
  });

  it('needs none in a sandbox without strictIdentifiers, and a person never needs one', async () => {
    const lenient = await start();
    expect((await payPounds(lenient, await makePayingBusiness(lenient))).status).toBe(201);
    const server = await start(strict);
    expect((await payPounds(server, await makeSender(server))).status).toBe(201);
    expect((await payPounds(server, await makePayingBusiness(server, registered))).status).toBe(201);
  });
});
