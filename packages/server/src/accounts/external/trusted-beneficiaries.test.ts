import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { eventsOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import {
  beginLogin,
  completeLogin,
  enrollPasskey,
  newEuropeanPayer,
  openPhone,
  passkeyOrigin,
  rightCode,
  sca,
} from '../../../test/sca-customers.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';

const trustOf = {
  begin: (server: TestServer, id: string) => server.request('POST', `/customers/external-accounts/${id}/trust`),
  confirm: (server: TestServer, id: string, proof: object = rightCode) =>
    server.request('POST', `/customers/external-accounts/${id}/trust/confirm`, proof),
};

const untrustOf = {
  begin: (server: TestServer, id: string) => server.request('POST', `/customers/external-accounts/${id}/untrust`),
  confirm: (server: TestServer, id: string, proof: object = rightCode) =>
    server.request('POST', `/customers/external-accounts/${id}/untrust/confirm`, proof),
};

async function trust(server: TestServer, accountId: string): Promise<void> {
  await trustOf.begin(server, accountId);
  const confirmed = await trustOf.confirm(server, accountId);
  if (confirmed.body.trusted !== true) throw new Error(confirmed.text);
}

async function pay(server: TestServer, from: string | undefined, to: string): Promise<[string, string[]]> {
  const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from: from ?? '', to }));
  const { body } = await server.request('POST', `/quotes/${quote.id}/execute`);
  return [body.status, await eventsOf(server, quote.transactionId)];
}

oneEngine('a trusted beneficiary', (start) => {
  it('is paid without a challenge from the confirmed trust until the confirmed untrust', async () => {
    const server = await start();
    const { accounts, payee } = await newEuropeanPayer(server);
    const started = await trustOf.begin(server, payee);
    expect([started.status, started.body.scaChallenge]).toMatchObject([
      200,
      { factor: 'SMS_OTP', availableFactors: ['SMS_OTP'], expiresAt: plusMs(server.clock.now(), 5 * minuteMs) },
    ]);
    expect((await pay(server, accounts['USD'], payee))[0]).toBe('PENDING_AUTHORIZATION');
    const { id: challengeId } = started.body.scaChallenge;
    const confirmed = await trustOf.confirm(server, payee, { ...rightCode, challengeId });
    expect([confirmed.status, confirmed.body]).toEqual([200, { trusted: true }]);
    expect(await pay(server, accounts['USD'], payee)).toEqual([
      'PROCESSING',
      ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING'],
    ]);
    const back = await untrustOf.begin(server, payee);
    expect((await pay(server, accounts['USD'], payee))[0]).toBe('PROCESSING');
    const { id } = back.body.scaChallenge;
    const untrusted = await untrustOf.confirm(server, payee, { ...rightCode, challengeId: id });
    expect([untrusted.status, untrusted.body]).toEqual([200, { trusted: false }]);
    expect((await pay(server, accounts['USD'], payee))[0]).toBe('PENDING_AUTHORIZATION');
  });

  it('is not paid with a deposit for a quote from before the untrust, which is refunded', async () => {
    const server = await start();
    const { customerId, payee } = await newEuropeanPayer(server, 0);
    await trust(server, payee);
    const quote = () => realtimeQuote(server, { to: payee, customerId });
    const [paid, late] = [await quote(), await quote()];
    expect((await payIn(server, paid)).body.status).toBe('PROCESSING');
    await server.advance(minuteMs);
    await untrustOf.begin(server, payee);
    await untrustOf.confirm(server, payee);
    expect((await payIn(server, late)).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'SCA_NOT_COMPLETED',
      refund: {},
    });
    await expectHealthy(server);
  });

  it('is returned with trusted true, by id and in lists, until the untrust is confirmed', async () => {
    const server = await start();
    const { customerId, payee } = await newEuropeanPayer(server);
    const shown = async () => {
      const { body } = await server.request('GET', `/customers/external-accounts/${payee}`);
      const { body: list } = await server.request('GET', `/customers/external-accounts?customerId=${customerId}`);
      return [body.trusted, ...list.data.map(({ trusted }: { trusted: boolean }) => trusted)];
    };
    expect(await shown()).toEqual([false, false]);
    await trustOf.begin(server, payee);
    expect(await shown()).toEqual([false, false]);
    await trustOf.confirm(server, payee);
    expect(await shown()).toEqual([true, true]);
    await untrustOf.begin(server, payee);
    expect(await shown()).toEqual([true, true]);
    await untrustOf.confirm(server, payee);
    expect(await shown()).toEqual([false, false]);
  });

  it('shares the limit of 20 codes with logins', async () => {
    const server = await start();
    const { customerId, payee } = await newEuropeanPayer(server);
    for (let sent = 0; sent < 20; sent += 1) {
      const one = sent % 2 === 0 ? trustOf.begin(server, payee) : beginLogin(server, customerId, 'SMS_OTP');
      expect((await one).status).toBe(200);
    }
    expect((await trustOf.begin(server, payee)).body.code).toBe('RATE_LIMITED');
  });

  it('cannot be deleted while it is trusted: BENEFICIARY_TRUSTED', async () => {
    const server = await start();
    const { payee } = await newEuropeanPayer(server);
    await trust(server, payee);
    const remove = () => server.request('DELETE', `/customers/external-accounts/${payee}`);
    const refused = await remove();
    expect([refused.status, refused.body.code]).toEqual([409, 'BENEFICIARY_TRUSTED']);
    expect((await server.request('GET', `/customers/external-accounts/${payee}`)).status).toBe(200);
    await untrustOf.begin(server, payee);
    await untrustOf.confirm(server, payee);
    expect((await remove()).status).toBe(204);
  });

  it('can be deleted once its customer is deleted, who cannot end the trust any more', async () => {
    const server = await start();
    const { customerId, payee } = await newEuropeanPayer(server, 0);
    await trust(server, payee);
    expect((await server.request('DELETE', `/customers/${customerId}`)).status).toBe(200);
    expect((await untrustOf.begin(server, payee)).status).toBe(409);
    expect((await server.request('DELETE', `/customers/external-accounts/${payee}`)).status).toBe(204);
    expect((await server.request('GET', `/customers/external-accounts/${payee}`)).status).toBe(404);
  });

  it('is trusted by its own customer only', async () => {
    const server = await start();
    const [one, other] = [await newEuropeanPayer(server), await newEuropeanPayer(server)];
    await trust(server, one.payee);
    expect((await pay(server, other.accounts['USD'], one.payee))[0]).toBe('PENDING_AUTHORIZATION');
  });

  it('starts no challenge when nothing would change', async () => {
    const phone = openPhone();
    const server = await start({ deps: phone.deps });
    const { payee } = await newEuropeanPayer(server, 0, { phoneNumber: phone.phoneNumber });
    expect((await untrustOf.begin(server, payee)).body).toEqual({});
    await trust(server, payee);
    expect((await trustOf.begin(server, payee)).body).toEqual({});
    await server.advance(0);
    expect(phone.texts()).toEqual([
      expect.stringMatching(/^Payments: 123456 lets you pay to the account ending in \d{4} /),
    ]);
  });

  it('accepts a passkey assertion for its own challenge only', async () => {
    const server = await start();
    const { customerId, payee } = await newEuropeanPayer(server, 0);
    const second = await makeUsdAccount(server, customerId);
    const passkey = await enrollPasskey(server, customerId);
    const challengeOf = async (accountId: string) => (await trustOf.begin(server, accountId)).body.scaChallenge;
    const [one, other] = [await challengeOf(payee), await challengeOf(second)];
    expect(one.factor).toBe('PASSKEY');
    const prove = (options: Parameters<typeof passkey.get>[0]) => ({
      passkeyAssertion: passkey.get(options, passkeyOrigin),
      origin: passkeyOrigin,
    });
    const crossed = await trustOf.confirm(server, payee, prove(other.passkeyAssertionOptions));
    expect(refusedFields(crossed)).toEqual(['passkeyAssertion']);
    const proof = prove(one.passkeyAssertionOptions);
    expect((await trustOf.confirm(server, payee, proof)).body).toEqual({ trusted: true });
    expect(refusedFields(await trustOf.confirm(server, second, proof))).toEqual(['passkeyAssertion']);
  });

  it('is refused with ACCOUNT_LOCKED at the fifth wrong proof of any kind', async () => {
    const server = await start();
    const { customerId, payee } = await newEuropeanPayer(server, 0);
    const wrong = { code: '654321' };
    const { challengeId } = (await beginLogin(server, customerId, 'SMS_OTP')).body;
    const login = await completeLogin(server, customerId, { factor: 'SMS_OTP', challengeId, ...wrong });
    expect(refusedFields(login)).toEqual(['code']);
    const recorded = await sca(server, 'record-event', customerId, { eventType: 'FAILED_LOGIN_ATTEMPT' });
    expect(recorded.body.failedAttempts).toBe(2);
    await trustOf.begin(server, payee);
    const miss = () => trustOf.confirm(server, payee, wrong);
    for (let misses = 3; misses < 5; misses += 1) expect(refusedFields(await miss())).toEqual(['code']);
    expect((await miss()).body.code).toBe('ACCOUNT_LOCKED');
    expect((await trustOf.confirm(server, payee)).status).toBe(423);
    expect(refusedFields(await trustOf.confirm(server, payee, { code: null }))).toEqual(['code']);
  });

  it('must be an active account of a customer who requires and can pass authentication', async () => {
    const server = await start();
    const american = await makeSender(server, 'USD', 0);
    const theirs = await makeUsdAccount(server, american.customerId);
    const platforms = await server.request('POST', '/platform/external-accounts', sampleAccount('USD_ACCOUNT'));
    const { customerId, payee } = await newEuropeanPayer(server, 0);
    const wallet = await server.request('POST', '/customers/external-accounts', {
      ...sampleAccount('SOLANA_WALLET'),
      customerId,
      ownershipType: 'FIRST_PARTY',
    });
    const codes = async (accountId: string) => [
      (await trustOf.begin(server, accountId)).body.code,
      (await trustOf.confirm(server, accountId)).body.code,
      (await untrustOf.confirm(server, accountId)).body.code,
    ];
    const conflict = 'CONFLICT';
    for (const id of [theirs, platforms.body.id, wallet.body.id])
      expect(await codes(id)).toEqual([conflict, conflict, conflict]);
    const missing = 'ACCOUNT_NOT_FOUND';
    const { payee: foreign } = await newEuropeanPayer(await start(), 0);
    expect(await codes(foreign)).toEqual([missing, missing, missing]);
    await server.request('PATCH', `/customers/${customerId}`, {
      customerType: 'INDIVIDUAL',
      phoneNumber: '+4915100000000',
    });
    expect((await trustOf.begin(server, payee)).body.code).toBe(conflict);
  });
});

eachEngine('a trusted beneficiary', (start) => {
  it('is either deleted or trusted when both are requested in parallel', async () => {
    const server = await start();
    for (let rounds = 0; rounds < 4; rounds += 1) {
      const { payee } = await newEuropeanPayer(server, 0);
      await trustOf.begin(server, payee);
      const [confirmed, removed] = await Promise.all([
        trustOf.confirm(server, payee),
        server.request('DELETE', `/customers/external-accounts/${payee}`),
      ]);
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([confirmed.status, removed.status]);
    }
  });

  it('is confirmed once, with its latest challenge and within five minutes', async () => {
    const server = await start();
    const { payee } = await newEuropeanPayer(server, 0);
    const confirm = (more: object = {}) => trustOf.confirm(server, payee, { ...rightCode, ...more });
    expect((await confirm()).body.code).toBe('CONFLICT');
    const first = await trustOf.begin(server, payee);
    const second = await trustOf.begin(server, payee);
    expect((await confirm({ challengeId: first.body.scaChallenge.id })).body.code).toBe('CONFLICT');
    await server.advance(5 * minuteMs);
    expect((await confirm({ challengeId: second.body.scaChallenge.id })).body.code).toBe('CONFLICT');
    await trustOf.begin(server, payee);
    const answers = await Promise.all(Array.from({ length: 32 }, () => confirm()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
  });
});
