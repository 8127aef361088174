import { expect, it } from 'vitest';
import { newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import {
  appCode,
  beginLogin,
  completeLogin,
  endUserIpAddress,
  enrollApp,
  newEuropeanId,
  openPhone,
  passkeyOrigin,
  phoneNumber,
  sca,
} from '../../../test/sca-customers.ts';
import { dayMs, hourMs, minuteMs, plusMs } from '../../ground/clock/instant.ts';

oneEngine('a login with a text message', (start) => {
  it('sends a code to the phone and opens a session of 180 days for it', async () => {
    const phone = openPhone();
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED', deps: phone.deps });
    const customerId = await newEuropeanId(server, { phoneNumber: phone.phoneNumber });
    const { status, body } = await beginLogin(server, customerId, 'SMS_OTP');
    expect([status, body]).toEqual([
      200,
      { factor: 'SMS_OTP', challengeId: expect.any(String), expiresAt: plusMs(server.clock.now(), 5 * minuteMs) },
    ]);
    await server.advance(0);
    expect(phone.texts()).toHaveLength(1);
    const { challengeId } = body;
    const code = phone.lastCode();
    expect(code).not.toBe('123456');
    const proof = { factor: 'SMS_OTP', challengeId, code };
    const done = await completeLogin(server, customerId, proof);
    const sessionExpiresAt = plusMs(server.clock.now(), 180 * dayMs);
    expect([done.status, done.body]).toEqual([200, { status: 'SUCCESS', sessionExpiresAt }]);
    expect((await completeLogin(server, customerId, proof)).body.code).toBe('CONFLICT');
  });

  it('is sent at most 20 times per hour of real time, even when the sandbox clock advances', async () => {
    const server = await start();
    const [customerId, other] = [await newEuropeanId(server), await newEuropeanId(server)];
    for (let sent = 0; sent < 20; sent += 1) expect((await beginLogin(server, customerId, 'SMS_OTP')).status).toBe(200);
    await server.request('POST', '/sandbox/clock/advance', { seconds: 7_200 });
    const refused = await beginLogin(server, customerId, 'SMS_OTP');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'RATE_LIMITED',
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await beginLogin(server, other, 'SMS_OTP')).status).toBe(200);
    await server.advance(hourMs);
    expect((await beginLogin(server, customerId, 'SMS_OTP')).status).toBe(200);
  });

  it('accepts only the last code sent, within five minutes', async () => {
    const phone = openPhone();
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED', deps: phone.deps });
    const customerId = await newEuropeanId(server, { phoneNumber: phone.phoneNumber });
    const send = async () => {
      const { body } = await beginLogin(server, customerId, 'SMS_OTP');
      await server.advance(0);
      return { factor: 'SMS_OTP', challengeId: body.challengeId, code: phone.lastCode() };
    };
    const [first, second] = [await send(), await send()];
    expect(refusedFields(await completeLogin(server, customerId, first))).toEqual(['challengeId']);
    expect(refusedFields(await completeLogin(server, customerId, { ...second, code: first.code }))).toEqual(['code']);
    await server.advance(5 * minuteMs);
    expect(refusedFields(await completeLogin(server, customerId, second))).toEqual(['code']);
    expect((await completeLogin(server, customerId, await send())).status).toBe(200);
  });

  it('uses the fixed code 123456 in the sandbox', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const { body } = await beginLogin(server, customerId, 'SMS_OTP');
    const proof = { factor: 'SMS_OTP', challengeId: body.challengeId };
    expect(refusedFields(await completeLogin(server, customerId, { ...proof, code: '654321' }))).toEqual(['code']);
    expect((await completeLogin(server, customerId, { ...proof, code: '123456' })).status).toBe(200);
  });

  it('requires a verified phone', async () => {
    const server = await start();
    const none = await newEuropeanId(server, { phoneNumber: undefined });
    const customerId = await newCustomerId(server, { ...person, region: 'DE', phoneNumber });
    for (const unverified of [none, customerId]) {
      const answer = await beginLogin(server, unverified, 'SMS_OTP');
      expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
    }
    await server.request('POST', `/customers/${customerId}/verify-phone`);
    await server.request('POST', `/customers/${customerId}/verify-phone/confirm`, { code: '123456' });
    expect((await beginLogin(server, customerId, 'SMS_OTP')).status).toBe(200);
  });

  it('stores no code, phone number or IP address in clear text', async () => {
    const phone = openPhone();
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED', deps: phone.deps });
    const customerId = await newEuropeanId(server, { phoneNumber: phone.phoneNumber });
    const { body } = await beginLogin(server, customerId, 'SMS_OTP');
    const rows = () =>
      server.deps.database.read(async (unit) =>
        JSON.stringify([
          await unit.select((db) => db.selectFrom('sca_challenges').selectAll().where('tenant', '=', server.tenant)),
          await unit.select((db) => db.selectFrom('login_sessions').selectAll().where('tenant', '=', server.tenant)),
          await unit.select((db) => db.selectFrom('outgoing_messages').selectAll().where('tenant', '=', server.tenant)),
        ]),
      );
    const before = await rows();
    await server.advance(0);
    expect(before).not.toContain(`"${phone.lastCode()}"`);
    expect(before).not.toContain(phone.phoneNumber);
    const proof = { factor: 'SMS_OTP', challengeId: body.challengeId, code: phone.lastCode() };
    expect((await completeLogin(server, customerId, proof)).status).toBe(200);
    expect(await rows()).not.toContain(endUserIpAddress);
  });
});

oneEngine('a login with an authenticator app', (start) => {
  it('accepts the current code and the codes one step before and after it', async () => {
    for (const steps of [-1, 0, 1]) {
      const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED' });
      const customerId = await newEuropeanId(server);
      const { secret } = await enrollApp(server, customerId);
      await server.advance(minuteMs);
      expect((await beginLogin(server, customerId, 'TOTP')).body).toEqual({ factor: 'TOTP' });
      const answer = await completeLogin(server, customerId, { factor: 'TOTP', code: appCode(server, secret, steps) });
      expect([steps, answer.status]).toEqual([steps, 200]);
    }
  });

  it('refuses a used code, the enrollment code included, and a code older than the last used one', async () => {
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED' });
    const customerId = await newEuropeanId(server);
    const { secret } = await enrollApp(server, customerId);
    const tryCode = async (code: string) => {
      await beginLogin(server, customerId, 'TOTP');
      return (await completeLogin(server, customerId, { factor: 'TOTP', code })).status;
    };
    expect(await tryCode(appCode(server, secret))).toBe(400);
    await server.advance(minuteMs);
    expect(await tryCode(appCode(server, secret, 1))).toBe(200);
    expect(await tryCode(appCode(server, secret, 1))).toBe(400);
    expect(await tryCode(appCode(server, secret))).toBe(400);
    await server.advance(minuteMs);
    expect(await tryCode(appCode(server, secret))).toBe(200);
  });

  it('accepts each recovery code once in place of an app code, also in capitals without the hyphen', async () => {
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED' });
    const customerId = await newEuropeanId(server);
    const { recoveryCodes } = await enrollApp(server, customerId);
    const other = await enrollApp(server, await newEuropeanId(server));
    const tryCode = async (code: string) => {
      await beginLogin(server, customerId, 'TOTP');
      return (await completeLogin(server, customerId, { factor: 'TOTP', code })).status;
    };
    const [first = '', second = ''] = recoveryCodes;
    expect(await tryCode(first)).toBe(200);
    expect(await tryCode(first)).toBe(400);
    expect(await tryCode(second.toUpperCase().replace('-', ''))).toBe(200);
    expect(await tryCode(other.recoveryCodes[0] ?? '')).toBe(400);
  });

  it('requires an enrolled factor, a started login and the proof of that factor', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    expect(refusedFields(await beginLogin(server, customerId, 'TOTP'))).toEqual(['factor']);
    expect(refusedFields(await beginLogin(server, customerId, 'PASSKEY'))).toEqual(['factor']);
    await enrollApp(server, customerId);
    const code = '123456';
    const unstarted = await completeLogin(server, customerId, { factor: 'TOTP', code });
    expect([unstarted.status, unstarted.body.code]).toEqual([409, 'CONFLICT']);
    await beginLogin(server, customerId, 'TOTP');
    const passkeyAssertion = {};
    const cases: [object, string[]][] = [
      [{ factor: 'TOTP', code: null }, ['code']],
      [{ factor: 'TOTP', passkeyAssertion, origin: passkeyOrigin }, ['code']],
      [{ factor: 'TOTP', code, passkeyAssertion, origin: passkeyOrigin }, ['passkeyAssertion']],
      [{ factor: 'SMS_OTP', code }, ['challengeId']],
      [{ factor: 'PASSKEY', code }, ['passkeyAssertion']],
      [{ factor: 'PASSKEY', passkeyAssertion, origin: null }, ['origin']],
      [{ factor: 'TOTP', code, endUserIpAddress: '203.0.113' }, ['endUserIpAddress']],
    ];
    for (const [body, fields] of cases) {
      const answer = await completeLogin(server, customerId, body);
      expect([answer.status, refusedFields(answer)]).toEqual([400, fields]);
    }
    expect((await completeLogin(server, customerId, { factor: 'TOTP', code })).status).toBe(200);
  });
});

eachEngine('a login with an authenticator app', (start) => {
  it('accepts one of 32 parallel uses of a code, also when each starts a login of its own', async () => {
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED' });
    const customerId = await newEuropeanId(server);
    const { secret } = await enrollApp(server, customerId);
    for (const hasOwnLogin of [false, true]) {
      await server.advance(minuteMs);
      const code = appCode(server, secret);
      await beginLogin(server, customerId, 'TOTP');
      const uses = Array.from({ length: 32 }, async () => {
        if (hasOwnLogin) await beginLogin(server, customerId, 'TOTP');
        return (await completeLogin(server, customerId, { factor: 'TOTP', code })).status;
      });
      const statuses = await Promise.all(uses);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      await sca(server, 'record-event', customerId, { eventType: 'RESET_PASSWORD_COMPLETED' });
    }
  });
});
