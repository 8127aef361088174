import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, fund, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import {
  appCode,
  authorize,
  enrollApp,
  executedQuote,
  logIn,
  newEuropeanPayer,
  rightCode,
  sca,
} from '../../../test/sca-customers.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { dayMs, minuteMs, plusMs } from '../../ground/clock/instant.ts';

const tell = (...kinds: string[]): string[] => kinds.map((kind) => `OUTGOING_PAYMENT.${kind}`);

const quoteNow = async (server: TestServer, id: string) => (await server.request('GET', `/quotes/${id}`)).body;

oneEngine('a payment of a customer who has to authenticate', (start) => {
  it('waits in PENDING_AUTHORIZATION after its execution and proceeds once it is authorized', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const source = payer.accounts['USD'] ?? '';
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    expect(held).toMatchObject({
      status: 'PENDING_AUTHORIZATION',
      scaChallenge: {
        id: expect.stringMatching(/^ScaChallenge:/),
        expiresAt: plusMs(server.clock.now(), 5 * minuteMs),
        factor: 'SMS_OTP',
        availableFactors: ['SMS_OTP'],
        purpose: 'PAYOUT',
      },
    });
    expect(await quoteNow(server, held.id)).toEqual(held);
    expect(await balanceOf(server, source)).toBe(1_000_000);
    const waiting = await server.request('GET', `/transactions/${held.transactionId}`);
    expect(waiting.body.status).toBe('PENDING_AUTHORIZATION');

    const authorized = await authorize(server, held.id, { ...rightCode, endUserIpAddress: '203.0.113.24' });
    expect([authorized.status, authorized.body.status]).toEqual([200, 'PROCESSING']);
    expect(authorized.body.scaChallenge).toBeUndefined();
    expect(await balanceOf(server, source)).toBe(990_000);
    await server.advance(minuteMs);
    expect((await quoteNow(server, held.id)).status).toBe('COMPLETED');
    const told = tell('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED');
    expect(await eventsOf(server, held.transactionId)).toEqual(told);
    const [, waits] = await committedEvents(server, held.transactionId);
    expect(waits?.data).toMatchObject({ customerId: payer.customerId, quoteId: held.id });
    expect(JSON.stringify(waits?.data)).not.toContain('ScaChallenge');
    await expectHealthy(server);
  });

  it('requires two authorizations, one after the other, when it also converts', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const gbp = await server.request('POST', '/customers/external-accounts', {
      customerId: payer.customerId,
      currency: 'GBP',
      accountInfo: {
        accountType: 'GBP_ACCOUNT',
        sortCode: '200000',
        accountNumber: '31926819',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' },
      },
    });
    const held = await executedQuote(server, payer, { to: gbp.body.id });
    expect(held.scaChallenge.purpose).toBe('CURRENCY_CONVERSION');
    await server.advance(minuteMs);
    const more = await authorize(server, held.id, rightCode);
    expect([more.status, more.body.status]).toEqual([200, 'PENDING_AUTHORIZATION']);
    expect(more.body.scaChallenge).toMatchObject({ purpose: 'PAYOUT', factor: 'SMS_OTP' });
    expect(more.body.scaChallenge.id).not.toBe(held.scaChallenge.id);
    expect(more.body.scaChallenge.expiresAt).toBe(plusMs(server.clock.now(), 5 * minuteMs));
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(1_000_000);
    expect((await authorize(server, held.id, rightCode)).body.status).toBe('PROCESSING');
    const told = tell('PENDING', 'PENDING_AUTHORIZATION', 'PENDING_AUTHORIZATION', 'PROCESSING');
    expect(await eventsOf(server, held.transactionId)).toEqual(told);
  });

  it('fails with SCA_NOT_COMPLETED after five minutes without a proof, and debits nothing', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    await server.advance(5 * minuteMs - 1);
    expect((await quoteNow(server, held.id)).status).toBe('PENDING_AUTHORIZATION');
    server.clock.moveTo(held.scaChallenge.expiresAt);
    expect((await authorize(server, held.id, rightCode)).body.code).toBe('CONFLICT');
    await server.advance(0);
    const failed = await quoteNow(server, held.id);
    expect([failed.status, failed.scaChallenge]).toEqual(['FAILED', undefined]);
    const { body } = await server.request('GET', `/transactions/${held.transactionId}`);
    expect([body.status, body.failureReason, body.refund]).toEqual(['FAILED', 'SCA_NOT_COMPLETED', undefined]);
    expect(await eventsOf(server, held.transactionId)).toEqual(tell('PENDING', 'PENDING_AUTHORIZATION', 'FAILED'));
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(1_000_000);
    expect((await authorize(server, held.id, rightCode)).body.code).toBe('CONFLICT');
    await expectHealthy(server);
  });

  it('can be authorized after the expiry of its quote when it was executed in time', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const body = quoteBody({ from: payer.accounts['USD'] ?? '', to: payer.payee });
    const quoted = await server.request('POST', '/quotes', body);
    await server.advance(4 * minuteMs);
    await server.request('POST', `/quotes/${quoted.body.id}/execute`);
    await server.advance(4 * minuteMs);
    expect((await authorize(server, quoted.body.id, rightCode)).body.status).toBe('PROCESSING');
  });

  it('requires a login session of the customer', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const refusal = async () => {
      const held = await executedQuote(server, payer);
      const { status, body } = await authorize(server, held.id, rightCode);
      return [status, body.code ?? body.status];
    };
    expect(await refusal()).toEqual([409, 'SCA_SESSION_REQUIRED']);
    await logIn(server, payer.customerId);
    expect(await refusal()).toEqual([200, 'PROCESSING']);
    await server.advance(180 * dayMs - 1);
    expect(await refusal()).toEqual([200, 'PROCESSING']);
    await server.advance(1);
    expect(await refusal()).toEqual([409, 'SCA_SESSION_REQUIRED']);
    await logIn(server, payer.customerId);
    await sca(server, 'record-event', payer.customerId, { eventType: 'RESET_PASSWORD_COMPLETED' });
    expect(await refusal()).toEqual([409, 'SCA_SESSION_REQUIRED']);
  });

  it('refuses a wrong code, and any code after five wrong ones', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    const wrong = { code: '654321' };
    for (let misses = 1; misses < 5; misses += 1) {
      const answer = await authorize(server, held.id, wrong);
      expect([answer.status, refusedFields(answer)]).toEqual([400, ['code']]);
    }
    const fifth = await authorize(server, held.id, wrong);
    expect([fifth.status, fifth.body.details.failedAttempts]).toEqual([423, 5]);
    expect((await authorize(server, held.id, rightCode)).status).toBe(423);
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(1_000_000);
  });

  it('refuses the eleventh authorization attempt within a minute with RATE_LIMITED', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const held = await executedQuote(server, payer);
    for (let attempts = 0; attempts < 10; attempts += 1)
      expect((await authorize(server, held.id, rightCode)).body.code).toBe('SCA_SESSION_REQUIRED');
    const tooMany = await authorize(server, held.id, rightCode);
    expect([tooMany.status, tooMany.body.code, tooMany.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60']);
    await logIn(server, payer.customerId);
    await server.advance(minuteMs);
    expect((await authorize(server, held.id, rightCode)).status).toBe(200);
  });

  it('checks the funds on authorization and keeps the challenge open for another attempt', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server, 9_999);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    const poor = await authorize(server, held.id, rightCode);
    expect([poor.status, poor.body.code]).toEqual([400, 'INSUFFICIENT_FUNDS']);
    expect(poor.body.reason).toContain('repeat the authorization before its challenge expires');
    expect((await quoteNow(server, held.id)).scaChallenge).toEqual(held.scaChallenge);
    await fund(server, payer.accounts['USD'] ?? '', 1);
    expect((await authorize(server, held.id, rightCode)).body.status).toBe('PROCESSING');
  });

  it('refuses a missing, double or incomplete proof and an invalid IP address', async () => {
    const server = await start();
    const held = await executedQuote(server, await newEuropeanPayer(server));
    const passkeyAssertion = {};
    const origin = 'http://localhost:3000';
    const cases: [object, string[]][] = [
      [{ code: null }, ['code']],
      [{ code: '123456', passkeyAssertion, origin }, ['passkeyAssertion']],
      [{ passkeyAssertion, origin: null }, ['origin']],
      [{ code: '123456', endUserIpAddress: 'here' }, ['endUserIpAddress']],
    ];
    for (const [body, fields] of cases) {
      const answer = await authorize(server, held.id, body);
      expect([answer.status, refusedFields(answer)]).toEqual([400, fields]);
    }
  });

  it('refuses to authorize a quote that was not executed, was paid or does not exist', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const open = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: payer.accounts['USD'] ?? '', to: payer.payee }),
    );
    const american = await makeSender(server);
    const to = await makeUsdAccount(server, american.customerId);
    const paid = await server.request('POST', '/quotes', quoteBody({ from: american.accounts['USD'] ?? '', to }));
    await server.request('POST', `/quotes/${paid.body.id}/execute`);
    for (const quote of [open, paid])
      expect((await authorize(server, quote.body.id, rightCode)).body.code).toBe('CONFLICT');
    const unknown = await authorize(server, 'Quote:0198c0de-0000-7000-8000-000000000000', rightCode);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
  });

  it('refuses a code when the payment it was sent for has changed', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    await server.deps.database.transaction((unit) =>
      unit.select((db) =>
        db
          .updateTable('transactions')
          .set({ destination_identifier: '666' } as never)
          .where('id', '=', held.transactionId)
          .returning('id'),
      ),
    );
    expect(refusedFields(await authorize(server, held.id, rightCode))).toEqual(['code']);
  });
});

eachEngine('a payment of a customer who has to authenticate', (start, engine) => {
  it.skipIf(engine === 'sqlite')(
    'is refused with CONFLICT when its challenge expires while its code is checked',
    async () => {
      const server = await start();
      const payer = await newEuropeanPayer(server);
      const { secret } = await enrollApp(server, payer.customerId);
      await logIn(server, payer.customerId);
      await server.advance(minuteMs);
      const held = await executedQuote(server, payer);
      const { authorizing } = await server.bare.transaction(async (unit) => {
        // The check of the code waits for this row after it has read the payment.
        await unit.select((db) =>
          db.selectFrom('authenticator_apps').select('tenant').where('tenant', '=', server.tenant).forUpdate(),
        );
        const sent = authorize(server, held.id, { code: appCode(server, secret) });
        await untilWaiting(server.bare, sent);
        await server.advance(6 * minuteMs);
        return { authorizing: sent };
      });
      expect(await authorizing).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect((await server.request('GET', `/quotes/${held.id}`)).body.status).toBe('FAILED');
      await expectHealthy(server);
    },
  );

  it('is authorized once by 32 parallel requests, and the others are refused with 409', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    const answers = await Promise.all(Array.from({ length: 32 }, () => authorize(server, held.id, rightCode)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(990_000);
    expect((await authorize(server, held.id, rightCode)).body.code).toBe('CONFLICT');
  });
});

oneEngine('authentication of a payment', (start) => {
  it('a platform pays for itself without authentication, and with it on behalf of a customer', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const listed = await server.request('GET', '/platform/internal-accounts?currency=USD');
    const pooled: string = listed.body.data[0].id;
    await fund(server, pooled, 100_000);
    const pay = async (accountId: string, source: object = {}) => {
      const body = {
        ...quoteBody({ from: accountId, to: payer.payee }),
        source: { sourceType: 'ACCOUNT', accountId, ...source },
      };
      const { body: quote } = await server.request('POST', '/quotes', body);
      return (await server.request('POST', `/quotes/${quote.id}/execute`)).body.status;
    };
    for (const parts of [{ region: 'US' }, {}]) {
      const { accounts } = await makeSender(server, 'USD', 100_000, parts);
      expect(await pay(accounts['USD'] ?? '')).toBe('PROCESSING');
    }
    expect(await pay(payer.accounts['USD'] ?? '')).toBe('PENDING_AUTHORIZATION');
    expect(await pay(pooled)).toBe('PROCESSING');
    expect(await pay(pooled, { customerId: payer.customerId })).toBe('PENDING_AUTHORIZATION');
  });
});
