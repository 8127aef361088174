import { expect, it } from 'vitest';
import { newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { fund, makeSender, makeUsdAccount, platformAccountOf, quoteBody } from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

async function customerOfEarlier(server: TestServer): Promise<string> {
  const id = await newCustomerId(server, { ...person, region: 'US' });
  await server.deps.database.transaction((unit) =>
    unit.select((db) => db.updateTable('customers').set({ region: 'XX' }).where('id', '=', id).returning('id')),
  );
  return id;
}

function giveRegion(server: TestServer, id: string, region: string): Promise<Answer> {
  return server.request('PATCH', `/customers/${id}`, { customerType: 'INDIVIDUAL', region });
}

oneEngine('the region of a customer', (start) => {
  it('refuses to execute a quote that is older than the region and was not authorized', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', await makeUsdAccount(server, customerId)];
    const waiting = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const agent = await newConnectedAgent(server, customerId, waiting);
    const transfer = { source: { accountId: from }, destination: { accountId: to }, amount: 10_000 };
    const { body: action } = await agent.request('POST', '/agents/me/transfer-out', transfer);
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    const { body: own } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    expect((await server.request('POST', `/quotes/${own.id}/execute`)).body.status).toBe('PROCESSING');
    expect((await giveRegion(server, customerId, 'DE')).status).toBe(200);
    const executed = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect(executed).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { customerId } } });
    const approved = await server.request('POST', `/agents/${agent.agentId}/actions/${action.id}/approve`);
    expect(approved).toMatchObject({ status: 200, body: { status: 'FAILED' } });
  });

  it('refuses to execute a quote of the platform on behalf of the customer that is older than the region', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const accountId = await platformAccountOf(server);
    await fund(server, accountId, 100_000);
    const quoteTo = async (to: string, source: object = {}): Promise<string> => {
      const body = { ...quoteBody({ from: accountId, to }), source: { sourceType: 'ACCOUNT', accountId, ...source } };
      return (await server.request('POST', '/quotes', body)).body.id;
    };
    const payout = await quoteTo(await makeUsdAccount(server, customerId), { customerId });
    const transfer = await quoteTo(accounts['USD'] ?? '', { customerId });
    const own = await quoteTo(accounts['USD'] ?? '');
    await giveRegion(server, customerId, 'DE');
    for (const id of [payout, transfer])
      expect(await server.request('POST', `/quotes/${id}/execute`)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', details: { customerId } },
      });
    expect((await server.request('POST', `/quotes/${own}/execute`)).status).toBe(200);
  });

  it('refunds a deposit for a quote that is older than the region and was not authorized', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const payout = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
    const own = await realtimeQuote(server, { to: accounts['USD'] ?? '', customerId });
    const unnamed = await realtimeQuote(server, { to: accounts['USD'] ?? '' });
    await giveRegion(server, customerId, 'DE');
    expect((await payIn(server, payout)).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'SCA_NOT_COMPLETED',
      refund: { status: 'PENDING', reason: 'TRANSACTION_FAILED' },
    });
    for (const quote of [own, unnamed]) expect((await payIn(server, quote)).body.status).toBe('PROCESSING');
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${payout.transactionId}`);
    expect([body.status, body.refund.status]).toEqual(['FAILED', 'COMPLETED']);
    await expectHealthy(server);
  });

  it.each([
    ['EL', 'Send GR'],
    ['UK', 'Send GB'],
    ['XX', 'no country with the code XX'],
    ['AN', 'no country with the code AN'],
  ])('is refused when it is %s, which is no country code, with the reason in the message', async (region, advice) => {
    const server = await start();
    const refused = await server.request('POST', '/customers', { ...person, region });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refused.body.details.errors).toEqual([{ field: 'region', message: expect.stringContaining(advice) }]);
    const beside = await server.request('POST', '/customers', { ...person, region, email: 'nowhere' });
    expect(new Set(refusedFields(beside))).toEqual(new Set(['email', 'region']));
  });

  it('can be EU, which requires contact verification and allows strong customer authentication', async () => {
    const server = await start();
    const { body } = await server.request('POST', '/customers', {
      ...person,
      region: 'EU',
      phoneNumber: '+4915550100200',
    });
    expect(body).toMatchObject({ region: 'EU', contactVerification: { phone: 'PENDING' } });
    expect((await server.request('GET', `/sca/factors?customerId=${body.id}`)).status).toBe(200);
  });

  it('keeps a stored value that is no country code, also in updates and in the list filter', async () => {
    const server = await start();
    const id = await customerOfEarlier(server);
    const { body } = await server.request('GET', `/customers/${id}`);
    expect(body.region).toBe('XX');
    expect((await server.request('PATCH', `/customers/${id}`, { ...body, fullName: 'Ada King' })).status).toBe(200);
    expect((await server.request('GET', '/customers?region=XX')).body.data).toHaveLength(1);
  });

  it('can be replaced once when the stored value is no country code', async () => {
    const server = await start();
    const id = await customerOfEarlier(server);
    const give = (region: string): Promise<Answer> => giveRegion(server, id, region);
    expect(refusedFields(await give('EL'))).toEqual(['region']);
    expect((await give('GR')).body).toMatchObject({ region: 'GR', contactVerification: { email: 'PENDING' } });
    expect(refusedFields(await give('FR'))).toEqual(['region']);
  });

  it('can be set once for a customer without one, whose payments then require an SMS code', async () => {
    const server = await start();
    const phoneNumber = '+4915550100200';
    const { customerId, accounts } = await makeSender(server, 'USD', 1_000_000, { phoneNumber });
    const [from, to] = [accounts['USD'] ?? '', await makeUsdAccount(server, customerId)];
    expect(refusedFields(await giveRegion(server, customerId, 'EL'))).toEqual(['region']);
    const given = await giveRegion(server, customerId, 'DE');
    expect([given.status, given.body.region]).toEqual([200, 'DE']);
    expect((await server.request('GET', `/customers/${customerId}`)).body).toEqual(given.body);
    expect(refusedFields(await giveRegion(server, customerId, 'FR'))).toEqual(['region']);
    expect((await giveRegion(server, customerId, 'DE')).status).toBe(200);
    await server.request('POST', `/customers/${customerId}/verify-phone`);
    await server.request('POST', `/customers/${customerId}/verify-phone/confirm`, { code: '123456' });
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    const executed = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect(executed.body).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: { factor: 'SMS_OTP' } });
  });
});
