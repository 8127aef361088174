import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, eventsOf } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { lookUpAddress, makeReceiver, readTransaction, receiveUma } from '../../../test/uma-payments.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

oneEngine('receiving a simulated payment at a UMA address', (start) => {
  it('creates a PENDING incoming payment that names the payer', async () => {
    const server = await start();
    const receiver = await makeReceiver(server);
    const { status, body } = await receiveUma(server, receiver, { from: '$Grace@one.example.com' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^Transaction:/),
      type: 'INCOMING',
      direction: 'CREDIT',
      status: 'PENDING',
      customerId: receiver.customerId,
      platformCustomerId: expect.any(String),
      source: { sourceType: 'UMA_ADDRESS', umaAddress: '$grace@one.example.com', currency: 'USD' },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: receiver.address, currency: 'USD' },
      receivedAmount: { amount: 7_500, currency: { code: 'USD' } },
      counterpartyInformation: { FULL_NAME: 'Grace Hopper' },
      reconciliationInstructions: { reference: expect.any(String) },
    });
    expect(body.quoteId).toBeUndefined();
    expect(await readTransaction(server, body.id)).toEqual(body);
    const [event] = await committedEvents(server, body.id);
    expect(event).toMatchObject({ type: 'INCOMING_PAYMENT.PENDING', sequence: 1 });
    expect(event?.data).toEqual({
      ...body,
      requestedReceiverCustomerInfoFields: [{ name: 'BIRTH_DATE', mandatory: false }],
    });
    expect(await balanceOf(server, receiver.accounts['USD'] ?? '')).toBe(0);
  });

  it('treats sender names such as constructor and __proto__ as ordinary ones', async () => {
    const server = await start();
    const receiver = await makeReceiver(server);
    for (const name of ['constructor', '__proto__', 'valueof']) {
      const { body } = await receiveUma(server, receiver, { from: `$${name}@one.example.com` });
      expect(body).toMatchObject({ status: 'PENDING' });
    }
  });

  it('returns the counterparty fields that the platform requires', async () => {
    const server = await start();
    const wanted = ['BIRTH_DATE', 'NATIONALITY'].map((name) => ({ name, mandatory: true }));
    const usd = { currencyCode: 'USD', minAmount: 1, maxAmount: 10_000, requiredCounterpartyFields: wanted };
    await server.request('PATCH', '/config', { supportedCurrencies: [usd] });
    const { body } = await receiveUma(server, await makeReceiver(server));
    expect(body.counterpartyInformation).toEqual({
      FULL_NAME: 'Grace Hopper',
      BIRTH_DATE: '1985-12-09',
      NATIONALITY: 'US',
    });
  });

  it('accepts the receiver by UMA address, in upper or lower case, or by customer id', async () => {
    const server = await start();
    const { address, customerId } = await makeReceiver(server);
    const other = await makeReceiver(server);
    const parts = { senderUmaAddress: '$a@b.example.com', receivingCurrencyCode: 'EUR', receivingCurrencyAmount: 1 };
    for (const named of [
      { receiverUmaAddress: address.toUpperCase() },
      { customerId },
      { customerId, receiverUmaAddress: address },
    ]) {
      const answer = await server.request('POST', '/sandbox/uma/receive', { ...parts, ...named });
      expect(answer).toMatchObject({ status: 200, body: { customerId } });
    }
    const mixed = { ...parts, customerId: other.customerId, receiverUmaAddress: address };
    expect(refusedFields(await server.request('POST', '/sandbox/uma/receive', mixed))).toEqual(['receiverUmaAddress']);
    const nobody = await server.request('POST', '/sandbox/uma/receive', parts);
    expect(nobody).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  it('refuses invalid requests in the order of the specification', async () => {
    const server = await start();
    const receiver = await makeReceiver(server);
    const deleted = await makeReceiver(server);
    await server.request('DELETE', `/customers/${deleted.customerId}`);
    const withoutConsent = await newCustomerId(server, { ...person, fullName: 'Ada 002' });
    const rejected = await newCustomerId(server, { ...person, fullName: 'Ada 002', endUserTermsConsent: consent });
    const fine = {
      senderUmaAddress: '$grace@one.example.com',
      customerId: receiver.customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 1,
    };
    // Each request also has what the checks after its own would refuse.
    const last = { ...fine, receivingCurrencyCode: 'COP' };
    const { customerId: _id, ...addressed } = last;
    const unknown = 'Customer:00000000-0000-7000-8000-000000000000';
    for (const [body, status, code] of [
      [{ ...last, receivingCurrencyAmount: 0, senderUmaAddress: 'grace', customerId: unknown }, 400, 'INVALID_INPUT'],
      [{ ...last, senderUmaAddress: 'grace', customerId: unknown }, 400, 'INVALID_UMA_ADDRESS'],
      [{ ...addressed, senderUmaAddress: receiver.address, receiverUmaAddress: '$@' }, 400, 'INVALID_UMA_ADDRESS'],
      [{ ...last, senderUmaAddress: receiver.address, customerId: unknown }, 400, 'INVALID_INPUT'],
      [{ ...last, senderUmaAddress: '$nobody@uma.example.com', customerId: unknown }, 400, 'INVALID_INPUT'],
      [{ ...last, customerId: unknown }, 404, 'CUSTOMER_NOT_FOUND'],
      [{ ...last, customerId: deleted.customerId }, 404, 'CUSTOMER_NOT_FOUND'],
      [{ ...addressed, receiverUmaAddress: '$nobody@uma.example.com' }, 404, 'USER_NOT_FOUND'],
      [{ ...addressed, receiverUmaAddress: deleted.address }, 404, 'USER_NOT_FOUND'],
      [{ ...last, customerId: withoutConsent }, 403, 'END_USER_TERMS_NOT_ACCEPTED'],
      [{ ...last, customerId: rejected }, 403, 'USER_NOT_READY'],
      [{ ...last, receivingCurrencyAmount: 9_007_199_254_740_991 }, 400, 'INVALID_CURRENCY'],
      [{ ...fine, receivingCurrencyAmount: 9_007_199_254_740_991 }, 400, 'AMOUNT_OUT_OF_RANGE'],
    ] as const) {
      const answer = await server.request('POST', '/sandbox/uma/receive', body);
      expect(answer).toMatchObject({ status, body: { code } });
    }
  });

  it('accepts only a currency enabled for INCOMING, in payments and in lookups', async () => {
    const server = await start();
    const receiver = await makeReceiver(server);
    const usd = { currencyCode: 'USD', minAmount: 1, maxAmount: 1_000_000, requiredCounterpartyFields: [] };
    const enable = (...enabledTransactionTypes: string[]) =>
      server.request('PATCH', '/config', { supportedCurrencies: [{ ...usd, enabledTransactionTypes }] });
    await enable('OUTGOING');
    const parts = {
      senderUmaAddress: '$grace@one.example.com',
      customerId: receiver.customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 100,
    };
    const refused = await server.request('POST', '/sandbox/uma/receive', parts);
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_CURRENCY']);
    const { customerId } = await makeReceiver(server);
    const lookUp = (): Promise<string> => lookUpAddress(server, customerId, receiver.address);
    await expect(lookUp()).rejects.toThrow('INVALID_RECEIVER');
    await enable('INCOMING');
    await lookUp();
    expect((await server.request('POST', '/sandbox/uma/receive', parts)).status).toBe(200);
  });

  it('refuses amounts outside the configured limits with AMOUNT_OUT_OF_RANGE', async () => {
    const server = await start();
    const receiver = await makeReceiver(server);
    const usd = { currencyCode: 'USD', minAmount: 100, maxAmount: 200, requiredCounterpartyFields: [] };
    await server.request('PATCH', '/config', { supportedCurrencies: [usd] });
    for (const [amount, status] of [
      [99, 400],
      [100, 200],
      [200, 200],
      [201, 400],
    ] as const) {
      const answer = await receiveUma(server, receiver, { amount });
      expect(answer.status).toBe(status);
      if (status === 400) expect(answer.body.code).toBe('AMOUNT_OUT_OF_RANGE');
    }
  });

  it.each([
    ['fail.lnurlp', 'LNURLP_FAILED'],
    ['fail.pay.request.usd', 'PAY_REQUEST_FAILED'],
    ['fail.screening', 'COMPLIANCE_REJECTED'],
  ])('fails at once from a sender named %s with %s', async (name, failureReason) => {
    const server = await start();
    const receiver = await makeReceiver(server);
    const { status, body } = await receiveUma(server, receiver, { from: `$${name}@one.example.com` });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'FAILED', failureReason });
    await server.advance(minuteMs);
    const after = await readTransaction(server, body.id);
    expect(after.refund).toBeUndefined();
    expect(await eventsOf(server, body.id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
  });

  it('is refused in production and without the permission TRANSACT', async () => {
    const production = await start({ environment: 'PRODUCTION' });
    const body = { senderUmaAddress: '$a@b.example.com', customerId: 'Customer:00000000-0000-7000-8000-000000000000' };
    const parts = { ...body, receivingCurrencyCode: 'USD', receivingCurrencyAmount: 1 };
    expect((await production.request('POST', '/sandbox/uma/receive', parts)).body.code).toBe('FORBIDDEN');
    const viewer = await (await start()).withToken(['VIEW']);
    expect((await viewer.request('POST', '/sandbox/uma/receive', parts)).body.code).toBe('FORBIDDEN');
  });
});
