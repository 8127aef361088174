import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { rowsOf } from '../../../test/store-rows.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { makeReceiver, newIncoming, readTransaction, receiveUma } from '../../../test/uma-payments.ts';
import type { Decision } from '../../engines/uma/uma-network.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { createSandboxUma } from '../../sandbox/adapters/sandbox-uma.ts';

function approve(server: TestServer, id: string, body?: object): Promise<Answer> {
  return server.request('POST', `/transactions/${id}/approve`, body);
}

function reject(server: TestServer, id: string, body?: object): Promise<Answer> {
  return server.request('POST', `/transactions/${id}/reject`, body);
}

const pending = 'INCOMING_PAYMENT.PENDING';
const processing = 'INCOMING_PAYMENT.PROCESSING';
const failed = 'INCOMING_PAYMENT.FAILED';
const refunded = ['INCOMING_PAYMENT.REFUND_PENDING', 'INCOMING_PAYMENT.REFUND_COMPLETED'];

oneEngine('approving a payment to a UMA address', (start) => {
  it('moves the payment to PROCESSING and credits the account on completion', async () => {
    const server = await start();
    const { id, accounts } = await newIncoming(server);
    await server.advance(4 * secondMs);
    const answer = await approve(server, id);
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'PROCESSING' } });
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(0);
    await server.advance(minuteMs);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'COMPLETED',
      settledAt: '2025-01-01T00:00:06.000Z',
      reconciliationInstructions: { transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(7_500);
    expect(await eventsOf(server, id)).toEqual([pending, processing, 'INCOMING_PAYMENT.COMPLETED']);
    await expectHealthy(server);
  });

  it('requires the customer fields that the other provider demands and sends only those', async () => {
    const told: Decision[] = [];
    const uma = { ...createSandboxUma(), answer: async (decision: Decision) => void told.push(decision) };
    const server = await start({ deps: { uma } });
    const { id } = await newIncoming(server, '$demands.identity.usd@one.example.com');
    const nothing = await approve(server, id);
    expect(nothing).toMatchObject({ status: 400, body: { code: 'MISSING_MANDATORY_USER_INFO' } });
    expect(refusedFields(nothing)).toEqual(
      ['BIRTH_DATE', 'NATIONALITY', 'ADDRESS'].map((name) => `receiverCustomerInfo.${name}`),
    );
    expect((await readTransaction(server, id)).status).toBe('PENDING');
    const wrong = { FULL_NAME: ['Ada'], BIRTH_DATE: '1815-12-10', NATIONALITY: 826, ADDRESS: 'x'.repeat(501) };
    const unusable = await approve(server, id, { receiverCustomerInfo: wrong });
    expect([unusable.status, unusable.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(refusedFields(unusable)).toEqual(
      ['FULL_NAME', 'NATIONALITY', 'ADDRESS'].map((name) => `receiverCustomerInfo.${name}`),
    );
    const blank = { BIRTH_DATE: ' ', NATIONALITY: null, ADDRESS: {} };
    expect(refusedFields(await approve(server, id, { receiverCustomerInfo: blank }))).toEqual(refusedFields(nothing));
    const given = { BIRTH_DATE: '1815-12-10', NATIONALITY: 'GB', ADDRESS: '12 St James Square', TAX_ID: '987-65-4321' };
    expect((await approve(server, id, { receiverCustomerInfo: { FULL_NAME: null, ...given } })).status).toBe(200);
    const approved = await rowsOf(server.deps.database, [server.tenant]);
    await server.advance(minuteMs);
    const { TAX_ID: _unasked, ...asked } = given;
    expect(told).toMatchObject([{ isApproved: true, payee: { FULL_NAME: 'Ada Lovelace', ...asked } }]);
    expect(told[0]?.payee).not.toHaveProperty('TAX_ID');
    for (const stored of [approved, await rowsOf(server.deps.database, [server.tenant])])
      for (const value of ['1815-12-10', 'St James', '987-65-4321'])
        expect([...stored].filter(([, text]) => text.includes(value))).toEqual([]);
  });

  it('is refused after five seconds, to the millisecond', async () => {
    const server = await start();
    const [soon, late] = [await newIncoming(server), await newIncoming(server)];
    await server.advance(5 * secondMs - 1);
    expect((await approve(server, soon.id)).status).toBe(200);
    await server.advance(1);
    const code = 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL';
    expect(await approve(server, late.id)).toMatchObject({ status: 409, body: { code } });
    expect(await readTransaction(server, late.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
    });
    expect(await eventsOf(server, late.id)).toEqual([pending, failed]);
    await expectHealthy(server);
  });

  it('is refused for a payment that does not wait for platform approval', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const from = accounts['USD'] ?? '';
    for (const destination of [to, accounts['EUR'] ?? '']) {
      const { body } = await server.request('POST', '/quotes', quoteBody({ from, to: destination }));
      for (const decide of [approve, reject]) {
        const answer = await decide(server, body.transactionId);
        expect(answer).toMatchObject({
          status: 409,
          body: { code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL' },
        });
      }
      expect((await readTransaction(server, body.transactionId)).status).toBe('PENDING');
    }
  });

  it('returns TRANSACTION_NOT_FOUND for a payment of another platform', async () => {
    const [server, other] = [await start(), await start()];
    const { id } = await newIncoming(other);
    for (const decide of [approve, reject])
      expect(await decide(server, id)).toMatchObject({ status: 404, body: { code: 'TRANSACTION_NOT_FOUND' } });
    expect((await readTransaction(other, id)).status).toBe('PENDING');
  });
});

eachEngine('approving a payment to a UMA address', (start) => {
  it('is decided once by 12 parallel approvals and rejections', async () => {
    const server = await start();
    const { id, accounts } = await newIncoming(server);
    const decisions = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? approve : reject)(server, id));
    const answers = await Promise.all(decisions);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
    await server.advance(minuteMs);
    const { status } = await readTransaction(server, id);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(status === 'COMPLETED' ? 7_500 : 0);
    expect((await approve(server, id)).status).toBe(409);
    expect((await reject(server, id)).status).toBe(409);
    await expectHealthy(server);
  });
});

oneEngine('rejecting a payment to a UMA address', (start) => {
  it('fails the payment with COMPLIANCE_REJECTED, credits nothing and notifies the other provider', async () => {
    const told: Decision[] = [];
    const uma = { ...createSandboxUma(), answer: async (decision: Decision) => void told.push(decision) };
    const server = await start({ deps: { uma } });
    const { id, accounts } = await newIncoming(server);
    const answer = await reject(server, id, { reason: 'The payer is on a sanctions list.' });
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' } });
    await server.advance(minuteMs);
    expect((await readTransaction(server, id)).refund).toBeUndefined();
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(0);
    expect(await eventsOf(server, id)).toEqual([pending, failed]);
    expect(told).toMatchObject([{ isApproved: false, payee: {}, sender: { text: '$grace@one.example.com' } }]);
    await expectHealthy(server);
  });
});

eachEngine('rejecting a payment to a UMA address', (start) => {
  it('accepts a reason of up to 500 characters, or none', async () => {
    const server = await start();
    const [first, second] = [await newIncoming(server), await newIncoming(server)];
    expect(refusedFields(await reject(server, first.id, { reason: 'x'.repeat(501) }))).toEqual(['reason']);
    expect((await reject(server, first.id, { reason: 'x'.repeat(500) })).status).toBe(200);
    expect((await reject(server, second.id)).status).toBe(200);
  });
});

oneEngine('an approved payment to a UMA address', (start) => {
  it.each([
    ['fail.compliance', 'COMPLIANCE_REJECTED'],
    ['fail.execution.usd', 'QUOTE_EXECUTION_FAILED'],
    ['fail.offramp', 'OFFRAMP_FAILED'],
    ['fail.limit.usd', 'OFFRAMP_FAILED'],
  ])('fails for a sender named %s with %s and is refunded', async (name, failureReason) => {
    const server = await start();
    const { id, accounts } = await newIncoming(server, `$${name}@one.example.com`);
    await approve(server, id);
    await server.advance(minuteMs);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'FAILED',
      failureReason,
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    });
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(0);
    expect(await eventsOf(server, id)).toEqual([pending, processing, failed, ...refunded]);
    await expectHealthy(server);
  });

  it('emits REFUND_FAILED when its refund fails', async () => {
    const server = await start();
    const { id } = await newIncoming(server, '$fail.refund@one.example.com');
    await approve(server, id);
    await server.advance(minuteMs);
    expect(await readTransaction(server, id)).toMatchObject({ status: 'FAILED', refund: { status: 'FAILED' } });
    expect((await eventsOf(server, id)).slice(2)).toEqual([
      failed,
      'INCOMING_PAYMENT.REFUND_PENDING',
      'INCOMING_PAYMENT.REFUND_FAILED',
    ]);
    await expectHealthy(server);
  });

  it('is held for a compliance review, then completed or refunded', async () => {
    const server = await start();
    const held = await newIncoming(server, '$hold.review@one.example.com');
    const doomed = await newIncoming(server, '$hold.rejected@one.example.com');
    for (const { id } of [held, doomed]) await approve(server, id);
    await server.advance(2 * secondMs);
    for (const { id } of [held, doomed])
      expect(await readTransaction(server, id)).toMatchObject({
        status: 'PROCESSING',
        pendingReason: 'COMPLIANCE_REVIEW',
      });
    await server.advance(11 * minuteMs);
    expect(await readTransaction(server, held.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await readTransaction(server, doomed.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COMPLIANCE_REJECTED',
      refund: { status: 'COMPLETED' },
    });
    await expectHealthy(server);
  });
});

eachEngine('an approved payment to a UMA address', (start) => {
  it('is paid to the default UMA deposit account of the customer', async () => {
    const server = await start();
    const receiver = await makeReceiver(server);
    const account = (accountNumber: string) => ({
      customerId: receiver.customerId,
      currency: 'USD',
      defaultUmaDepositAccount: true,
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber,
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
      },
    });
    expect((await server.request('POST', '/customers/external-accounts', account('55501234111'))).status).toBe(201);
    const first = (await receiveUma(server, receiver)).body.id;
    const euros = (await receiveUma(server, receiver, { currency: 'EUR' })).body.id;
    expect((await server.request('POST', '/customers/external-accounts', account('55501234004'))).status).toBe(201);
    const second = (await receiveUma(server, receiver)).body.id;
    for (const id of [first, euros, second]) await approve(server, id);
    await server.advance(minuteMs);
    expect((await readTransaction(server, first)).status).toBe('COMPLETED');
    expect((await readTransaction(server, euros)).status).toBe('COMPLETED');
    expect(await balanceOf(server, receiver.accounts['EUR'] ?? '')).toBe(7_500);
    expect(await readTransaction(server, second)).toMatchObject({
      status: 'FAILED',
      failureReason: 'OFFRAMP_FAILED',
      refund: { status: 'COMPLETED' },
    });
    // The first is at the bank; the second was taken from its provider and cannot be returned to it.
    expect(await balanceOf(server, receiver.accounts['USD'] ?? '')).toBe(7_500);
    await expectHealthy(server);
  });
});
