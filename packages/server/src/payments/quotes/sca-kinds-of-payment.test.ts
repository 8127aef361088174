import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeSender, quoteBody } from '../../../test/parties.ts';
import { payIn, realtimeBody } from '../../../test/realtime.ts';
import { authorize, executedQuote, logIn, newEuropeanPayer, rightCode } from '../../../test/sca-customers.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

oneEngine('authentication', (start) => {
  it('is required in the same request with immediatelyExecute', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const extra = { immediatelyExecute: true, scaFactor: 'SMS_OTP' };
    const body = quoteBody({ from: payer.accounts['USD'] ?? '', to: payer.payee, extra });
    const held = await server.request('POST', '/quotes', body);
    expect([held.status, held.body.status]).toEqual([201, 'PENDING_AUTHORIZATION']);
    expect(held.body.scaChallenge.purpose).toBe('PAYOUT');
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(1_000_000);
    expect((await authorize(server, held.body.id, rightCode)).body.status).toBe('PROCESSING');
  });

  it('is required for a payment to an internal account, whose transaction stays PENDING meanwhile', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const other = await makeSender(server, 'USD', 0);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer, { to: other.accounts['USD'] ?? '' });
    expect([held.status, held.scaChallenge.purpose]).toEqual(['PENDING_AUTHORIZATION', 'TRANSFER']);
    const { body } = await server.request('GET', `/transactions/${held.transactionId}`);
    expect([body.type, body.status]).toEqual(['INCOMING', 'PENDING']);
    expect((await authorize(server, held.id, rightCode)).body.status).toBe('PROCESSING');
    const late = await executedQuote(server, payer, { to: payer.accounts['EUR'] ?? '' });
    expect(late.scaChallenge.purpose).toBe('CURRENCY_CONVERSION');
    await server.advance(5 * minuteMs);
    expect(await eventsOf(server, late.transactionId)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
    const failed = await server.request('GET', `/transactions/${late.transactionId}`);
    expect(failed.body.failureReason).toBe('SCA_NOT_COMPLETED');
    expect((await server.request('GET', `/quotes/${late.id}`)).body.status).toBe('FAILED');
    const done = ['PENDING', 'PROCESSING', 'COMPLETED'].map((kind) => `INCOMING_PAYMENT.${kind}`);
    expect(await eventsOf(server, held.transactionId)).toEqual(done);
    await expectHealthy(server);
  });

  it('is required before the payment instructions of real-time funding are shown', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const body = realtimeBody({ to: payer.payee, customerId: payer.customerId });
    const held = await server.request('POST', '/quotes', body);
    expect([held.status, held.body.status]).toEqual([202, 'PENDING_AUTHORIZATION']);
    expect(held.text).not.toContain('paymentInstructions');
    const waiting = await server.request('GET', `/transactions/${held.body.transactionId}`);
    expect(waiting.text).not.toContain('paymentInstructions');
    expect(JSON.stringify(await committedEvents(server, held.body.transactionId))).not.toContain('accountOrWalletInfo');
    expect((await payIn(server, held.body)).status).not.toBe(200);

    const authorized = await authorize(server, held.body.id, rightCode);
    expect([authorized.status, authorized.body.status]).toEqual([200, 'PENDING']);
    expect(authorized.body.paymentInstructions).toHaveLength(1);
    await payIn(server, authorized.body);
    await server.advance(minuteMs);
    expect((await server.request('GET', `/quotes/${held.body.id}`)).body.status).toBe('COMPLETED');
    const told = ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED'];
    expect(await eventsOf(server, held.body.transactionId)).toEqual(told.map((kind) => `OUTGOING_PAYMENT.${kind}`));
    await expectHealthy(server);
  });

  it('hides the payment instructions of a deposit to an internal account too', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const other = await makeSender(server, 'USD', 0);
    const body = realtimeBody({ to: other.accounts['USD'] ?? '', customerId: payer.customerId });
    const held = await server.request('POST', '/quotes', body);
    expect(held.body.scaChallenge.purpose).toBe('TRANSFER');
    const { text } = await server.request('GET', `/transactions/${held.body.transactionId}`);
    expect(text).not.toContain('paymentInstructions');
    expect(JSON.stringify(await committedEvents(server, held.body.transactionId))).not.toContain('accountOrWalletInfo');
  });

  it('does not extend the expiry of a quote with real-time funding', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const { body: held } = await server.request(
      'POST',
      '/quotes',
      realtimeBody({ to: payer.payee, customerId: payer.customerId }),
    );
    await server.advance(4 * minuteMs);
    expect((await authorize(server, held.id, rightCode)).body.status).toBe('PENDING');
    await server.advance(minuteMs);
    expect((await server.request('GET', `/quotes/${held.id}`)).body.status).toBe('EXPIRED');
    const told = ['PENDING', 'PENDING_AUTHORIZATION', 'EXPIRED'].map((kind) => `OUTGOING_PAYMENT.${kind}`);
    expect(await eventsOf(server, held.transactionId)).toEqual(told);
    await expectHealthy(server);
  });

  it('expires with a quote of real-time funding, also when a second proof is due', async () => {
    const server = await start({ currencies: ['USD', 'EUR', 'USDC'] });
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const parts = { to: payer.payee, customerId: payer.customerId, currency: 'USDC', cryptoNetwork: 'SOLANA' };
    const { body: held } = await server.request('POST', '/quotes', realtimeBody({ ...parts, amount: 100_000_000 }));
    await server.advance(4 * minuteMs);
    const { body: asked } = await authorize(server, held.id, rightCode);
    expect([asked.status, asked.scaChallenge.expiresAt]).toEqual(['PENDING_AUTHORIZATION', held.expiresAt]);
    await server.advance(minuteMs);
    expect((await authorize(server, held.id, rightCode)).body.code).toBe('CONFLICT');
    const { body: failed } = await server.request('GET', `/transactions/${held.transactionId}`);
    expect([failed.status, failed.failureReason]).toEqual(['FAILED', 'SCA_NOT_COMPLETED']);
  });
});
