import { expect, it } from 'vitest';
import { chooseOnPage } from '../../../test/caller.ts';
import { newCustomerId, person } from '../../../test/customers.ts';
import { upload } from '../../../test/documents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { credentialsOf, newDevice, sendSigned, signInByCode, withWallets } from '../../../test/embedded-wallets.ts';
import { createMessageInbox } from '../../../test/message-inbox.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import {
  authorize,
  beginLogin,
  completeLogin,
  enrollApp,
  enrollPasskey,
  executedQuote,
  logIn,
  newEuropeanId,
  newEuropeanPayer,
  phoneNumber,
  rightCode,
} from '../../../test/sca-customers.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { completePerson, problemsIn, submit } from '../../../test/verification-packets.ts';
import { dayMs, hourMs, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';

const begin = (server: TestServer, customerId: string, factor: string): Promise<Answer> =>
  server.request('POST', `/sca/factors/reset?customerId=${customerId}`, { factor });
const read = (server: TestServer, customerId: string, resetId: string): Promise<Answer> =>
  server.request('GET', `/sca/factors/reset/${resetId}?customerId=${customerId}`);
const complete = (server: TestServer, customerId: string, resetId: string, body?: object): Promise<Answer> =>
  server.request('POST', `/sca/factors/reset/${resetId}/complete?customerId=${customerId}`, body);

const mobile = { countryCode: '+49', number: '15199999999' };

async function passed(server: TestServer, customerId: string, factor: string): Promise<string> {
  const { body } = await begin(server, customerId, factor);
  await chooseOnPage(body.verificationLink, 'APPROVE');
  await server.advance(2 * secondMs);
  return body.resetId;
}

/** A customer in the EU whose embedded wallet has credentials for codes to the address and to the phone. */
async function newWalletWithPhone(server: TestServer) {
  const customerId = await newEuropeanId(server, { email: 'marie@example.com' });
  const path = `/customers/internal-accounts?customerId=${customerId}&currency=USDB`;
  const accountId: string = (await server.request('GET', path)).body.data[0].id;
  const byEmail = newDevice(server);
  await signInByCode(server, (await credentialsOf(server, accountId))[0]?.id ?? '', byEmail);
  const added = await sendSigned(server, byEmail, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
  expect(added.status).toBe(201);
  return { customerId, accountId, byEmail };
}

oneEngine('a factor reset', (start) => {
  it('is REJECTED after a failed liveness check, and the factor stays', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    await enrollApp(server, customerId);
    const { body } = await begin(server, customerId, 'TOTP');
    await chooseOnPage(body.verificationLink, 'DECLINE');
    await server.advance(2 * secondMs);
    expect((await read(server, customerId, body.resetId)).body.status).toBe('REJECTED');
    const refused = await complete(server, customerId, body.resetId);
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
    await server.advance(2 * hourMs);
    expect((await read(server, customerId, body.resetId)).body.status).toBe('REJECTED');
    expect((await server.request('GET', `/sca/factors?customerId=${customerId}`)).body.factors).toHaveLength(1);
  });

  it.each([
    ['the liveness check is not taken', false],
    ['it is not completed', true],
  ])('expires after an hour when %s', async (_why, isTaken) => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const { body } = await begin(server, customerId, 'SMS_OTP');
    if (isTaken) await chooseOnPage(body.verificationLink, 'APPROVE');
    await server.advance(hourMs - 1);
    expect((await read(server, customerId, body.resetId)).body.status).toBe(isTaken ? 'LIVENESS_PASSED' : 'INITIATED');
    await server.advance(1);
    expect((await read(server, customerId, body.resetId)).body.status).toBe('EXPIRED');
    expect((await complete(server, customerId, body.resetId, { mobile })).body.code).toBe('CONFLICT');
  });

  it.each(['TOTP', 'PASSKEY'])(
    'is refused with CONFLICT for a %s that was enrolled after the reset was started',
    async (factor) => {
      const server = await start();
      const customerId = await newEuropeanId(server);
      const enroll = async () =>
        factor === 'TOTP' ? enrollApp(server, customerId) : enrollPasskey(server, customerId);
      await enroll();
      const [first, second] = [await passed(server, customerId, factor), await passed(server, customerId, factor)];
      await server.advance(secondMs);
      expect((await complete(server, customerId, first)).status).toBe(204);
      await enroll();
      const refused = await complete(server, customerId, second);
      expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
      expect((await server.request('GET', `/sca/factors?customerId=${customerId}`)).body.factors).toHaveLength(1);
      await server.advance(hourMs);
      expect((await complete(server, customerId, await passed(server, customerId, factor))).status).toBe(204);
    },
  );

  it('is refused with CONFLICT for SMS_OTP when a phone number was verified after the reset was started', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const [first, second] = [await passed(server, customerId, 'SMS_OTP'), await passed(server, customerId, 'SMS_OTP')];
    expect((await complete(server, customerId, first, { mobile })).status).toBe(204);
    expect((await complete(server, customerId, second, { mobile })).body).toMatchObject({ code: 'CONFLICT' });
  });

  it('is refused for a factor that is not enrolled, another customer, and a customer in the US', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    expect(refusedFields(await begin(server, customerId, 'TOTP'))).toEqual(['factor']);
    expect(refusedFields(await begin(server, customerId, 'PASSKEY'))).toEqual(['factor']);
    const { body } = await begin(server, customerId, 'SMS_OTP');
    const other = await newEuropeanId(server);
    for (const answer of [await read(server, other, body.resetId), await complete(server, other, body.resetId)])
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    const american = await newCustomerId(server, { ...person, region: 'US' });
    const answers = [
      await begin(server, american, 'SMS_OTP'),
      await read(server, american, body.resetId),
      await complete(server, american, body.resetId),
    ];
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
  });
});

eachEngine('a factor reset', (start) => {
  it('starts at most five times in 24 hours, also in parallel, and then is RATE_LIMITED', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const starts = await Promise.all(Array.from({ length: 8 }, () => begin(server, customerId, 'SMS_OTP')));
    expect(starts.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = starts.filter(({ body }) => body.code === 'RATE_LIMITED');
    expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [429, '86400'],
      [429, '86400'],
      [429, '86400'],
    ]);
    await server.advance(dayMs - 1);
    expect((await begin(server, customerId, 'SMS_OTP')).status).toBe(429);
    await server.advance(1);
    expect((await begin(server, customerId, 'SMS_OTP')).status).toBe(201);
  });

  it('completes once, even with eight parallel requests', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const resetId = await passed(server, customerId, 'SMS_OTP');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => complete(server, customerId, resetId, { mobile })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('passes from liveness check through review to completion, which removes the old factor', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const { recoveryCodes } = await enrollApp(server, customerId);
    const started = await begin(server, customerId, 'TOTP');
    const expiresAt = plusMs(server.clock.now(), hourMs);
    expect([started.status, started.body]).toEqual([
      201,
      {
        resetId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        livenessAccessToken: null,
        verificationLink: expect.stringContaining('/hosted/'),
        expiresAt,
      },
    ]);
    const { resetId, verificationLink } = started.body;
    const now = async () => (await read(server, customerId, resetId)).body;
    const open = { factor: 'TOTP', enrollmentStatus: null, expiresAt, completedAt: null };
    expect(await now()).toEqual({ status: 'INITIATED', ...open });
    expect(refusedFields(await complete(server, customerId, resetId))).toEqual(['resetId']);
    await chooseOnPage(verificationLink, 'APPROVE');
    expect(await now()).toEqual({ status: 'PENDING_REVIEW', ...open });
    expect(refusedFields(await complete(server, customerId, resetId))).toEqual(['resetId']);
    await server.advance(2 * secondMs);
    expect(await now()).toEqual({ status: 'LIVENESS_PASSED', ...open });
    expect((await server.request('GET', `/sca/factors?customerId=${customerId}`)).body.factors).toHaveLength(1);

    const completed = await complete(server, customerId, resetId);
    expect([completed.status, completed.text]).toEqual([204, '']);
    const done = { ...open, completedAt: server.clock.now() };
    expect(await now()).toEqual({ status: 'COMPLETED', ...done, enrollmentStatus: 'PENDING' });
    expect((await server.request('GET', `/sca/factors?customerId=${customerId}`)).body.factors).toEqual([]);
    expect((await complete(server, customerId, resetId)).body.code).toBe('CONFLICT');
    await enrollApp(server, customerId);
    expect((await now()).enrollmentStatus).toBe('COMPLETED');
    await beginLogin(server, customerId, 'TOTP');
    const old = await completeLogin(server, customerId, { factor: 'TOTP', code: recoveryCodes[0] });
    expect(refusedFields(old)).toEqual(['code']);
  });

  it('removes the passkey and refuses its assertion for a pending challenge', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const passkey = await enrollPasskey(server, payer.customerId);
    await logIn(server, payer.customerId);
    const resetId = await passed(server, payer.customerId, 'PASSKEY');
    const held = await executedQuote(server, payer);
    expect((await complete(server, payer.customerId, resetId, {})).status).toBe(204);
    const origin = 'http://localhost:3000';
    const passkeyAssertion = passkey.get(held.scaChallenge.passkeyAssertionOptions, origin);
    const answer = await authorize(server, held.id, { passkeyAssertion, origin });
    expect(refusedFields(answer)).toEqual(['passkeyAssertion']);
    await enrollPasskey(server, payer.customerId);
    expect((await read(server, payer.customerId, resetId)).body.enrollmentStatus).toBe('COMPLETED');
  });

  it('sends codes to the new phone, and refuses the code sent before', async () => {
    const messages = createMessageInbox();
    const server = await start({ deps: { messages } });
    const lastNumber = () => messages.received.findLast(({ channel }) => channel === 'SMS')?.to;
    const payer = await newEuropeanPayer(server);
    const { customerId } = payer;
    await logIn(server, customerId);
    const resetId = await passed(server, customerId, 'SMS_OTP');
    const held = await executedQuote(server, payer);
    await server.app.settle();
    expect(lastNumber()).toBe(phoneNumber);
    expect(refusedFields(await complete(server, customerId, resetId))).toEqual(['mobile']);
    const long = { ...mobile, number: '12345678901234' };
    expect(refusedFields(await complete(server, customerId, resetId, { mobile: long }))).toEqual(['mobile.number']);
    expect((await complete(server, customerId, resetId, { mobile })).status).toBe(204);
    const customer = await server.request('GET', `/customers/${customerId}`);
    expect(customer.body).toMatchObject({ phoneNumber: '+4915199999999', contactVerification: { phone: 'VERIFIED' } });
    expect((await read(server, customerId, resetId)).body.enrollmentStatus).toBeNull();
    expect(refusedFields(await authorize(server, held.id, rightCode))).toEqual(['code']);
    await server.request('POST', `/quotes/${held.id}/authorize/resend`);
    await server.app.settle();
    expect(lastNumber()).toBe('+4915199999999');
    expect((await authorize(server, held.id, rightCode)).body.status).toBe('PROCESSING');
  });
});

oneEngine('the reset of a phone that is not verified yet', (start) => {
  it('resolves the problem of the verification that required a verified phone', async () => {
    const server = await start({ skipsVerificationPaperwork: false });
    const contact = { region: 'DE', email: 'ada@example.com', phoneNumber };
    const customerId = await newCustomerId(server, { ...completePerson, ...contact });
    await upload(server, customerId);
    await server.request('POST', `/customers/${customerId}/verify-email`);
    await server.request('POST', `/customers/${customerId}/verify-email/confirm`, rightCode);
    const submitted = await submit(server, customerId);
    expect(problemsIn(submitted)).toEqual(['INVALID_FIELD phoneNumber']);
    const resetId = await passed(server, customerId, 'SMS_OTP');
    expect((await complete(server, customerId, resetId, { mobile })).status).toBe(204);
    const { body } = await server.request('GET', `/verifications/${submitted.body.id}`);
    expect(body).toMatchObject({ verificationStatus: 'READY_FOR_VERIFICATION', errors: [] });
  });
});

oneEngine('a reset of the phone of an embedded wallet', (start) => {
  it('removes the SMS credential of the old phone and its sessions, and keeps the others', async () => {
    const server = await start(withWallets);
    const { customerId, accountId, byEmail } = await newWalletWithPhone(server);
    const [sms] = await credentialsOf(server, accountId);
    await server.advance(minuteMs);
    const onLostPhone = newDevice(server);
    expect((await signInByCode(server, sms?.id ?? '', onLostPhone, 'SMS_OTP')).status).toBe(200);
    const resetId = await passed(server, customerId, 'SMS_OTP');
    expect((await complete(server, customerId, resetId, { mobile })).status).toBe(204);
    expect((await credentialsOf(server, accountId)).map(({ type }) => type)).toEqual(['EMAIL_OTP']);
    const sessions = (await server.request('GET', `/auth/sessions?accountId=${accountId}`)).body.data;
    expect(sessions.map(({ type }: { type: string }) => type)).toEqual(['EMAIL_OTP']);
    const added = await sendSigned(server, byEmail, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
    expect(added).toMatchObject({ status: 201, body: { nickname: `${mobile.countryCode}${mobile.number}` } });
  });

  it('keeps the wallet credentials when the number stays the same', async () => {
    const server = await start(withWallets);
    const { customerId, accountId } = await newWalletWithPhone(server);
    const { phoneNumber } = (await server.request('GET', `/customers/${customerId}`)).body;
    const resetId = await passed(server, customerId, 'SMS_OTP');
    const same = { countryCode: '+49', number: phoneNumber.slice('+49'.length) };
    expect((await complete(server, customerId, resetId, { mobile: same })).status).toBe(204);
    expect((await credentialsOf(server, accountId)).map(({ type }) => type)).toEqual(['SMS_OTP', 'EMAIL_OTP']);
  });

  it('is refused with CONFLICT, and stays open, when the phone is the only credential of the wallet', async () => {
    const server = await start(withWallets);
    const { customerId, accountId } = await newWalletWithPhone(server);
    const [sms, email] = await credentialsOf(server, accountId);
    await server.advance(minuteMs);
    const device = newDevice(server);
    expect((await signInByCode(server, sms?.id ?? '', device, 'SMS_OTP')).status).toBe(200);
    expect((await sendSigned(server, device, 'DELETE', `/auth/credentials/${email?.id}`)).status).toBe(204);
    const resetId = await passed(server, customerId, 'SMS_OTP');
    const refused = await complete(server, customerId, resetId, { mobile });
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
    expect((await read(server, customerId, resetId)).body.status).toBe('LIVENESS_PASSED');
    expect((await credentialsOf(server, accountId)).map(({ type }) => type)).toEqual(['SMS_OTP']);
  });
});
