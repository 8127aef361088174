import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import {
  codeBundle,
  credentialsOf,
  newDevice,
  newSignedInWallet,
  newWallet,
  sendSigned,
  signedHeaders,
  signInByCode,
  slowCustodian,
  withWallets,
} from '../../../test/embedded-wallets.ts';
import { identityToken } from '../../../test/identity-tokens.ts';
import { createMessageInbox } from '../../../test/message-inbox.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { Custody } from '../../engines/custody/custody.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { findWallet } from '../wallets/wallet-records.ts';

const typesOf = async (server: TestServer, accountId: string): Promise<string[]> =>
  (await credentialsOf(server, accountId)).map(({ type }) => type);

const unknownCredential = 'AuthMethod:0198c0de-7a28-7e21-9009-c3d4e5f60718';
const unknownAccount = 'InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456';

oneEngine('adding a credential', (start) => {
  it('requires no signature for a wallet without credentials, and sends the first code at once', async () => {
    const server = await start(withWallets);
    const { customerId, accountId } = await newWallet(server);
    const body = { type: 'EMAIL_OTP', accountId };
    const without = await server.request('POST', '/auth/credentials', body);
    expect(without).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    await server.request('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', email: 'ada@example.com' });
    const added = await server.request('POST', '/auth/credentials', body);
    expect(added).toMatchObject({ status: 201, body: { accountId, type: 'EMAIL_OTP', nickname: 'ada@example.com' } });
    const device = newDevice(server);
    const encryptedOtpBundle = await codeBundle(server, added.body.otpEncryptionTargetBundle, device);
    const path = `/auth/credentials/${added.body.id}/verify`;
    expect((await sendSigned(server, device, 'POST', path, { type: 'EMAIL_OTP', encryptedOtpBundle })).status).toBe(
      200,
    );
  });

  it('accepts a signature of a wallet session, and sends the code with the second request', async () => {
    const messages = createMessageInbox();
    const server = await start({ ...withWallets, deps: { messages } });
    const { accountId, device } = await newSignedInWallet(server, { phoneNumber: '+14155550100' });
    await server.advance(0);
    const before = messages.received.length;
    const body = { type: 'SMS_OTP', accountId };
    const asked = await server.request('POST', '/auth/credentials', body);
    const wallet = await server.deps.database.read((unit) => findWallet(unit, server.tenant, accountId));
    expect(asked).toMatchObject({ status: 202, body: { type: 'SMS_OTP' } });
    expect(asked.body.payloadToSign).toBe(
      `{"organizationId":"${wallet?.organizationId}","parameters":{"userId":"${wallet?.userId}","userPhoneNumber":"+14155550100"},"timestampMs":"1735689600000","type":"ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER"}`,
    );
    await server.advance(0);
    expect(messages.received).toHaveLength(before);
    expect(await typesOf(server, accountId)).toEqual(['EMAIL_OTP']);
    const added = await server.request('POST', '/auth/credentials', body, signedHeaders(device, asked));
    expect(added).toMatchObject({ status: 201, body: { type: 'SMS_OTP', nickname: '+14155550100' } });
    await server.advance(0);
    expect(messages.received.at(-1)).toMatchObject({ channel: 'SMS', to: '+14155550100' });
    const phone = newDevice(server);
    const encryptedOtpBundle = await codeBundle(server, added.body.otpEncryptionTargetBundle, phone);
    const path = `/auth/credentials/${added.body.id}/verify`;
    expect((await sendSigned(server, phone, 'POST', path, { type: 'SMS_OTP', encryptedOtpBundle })).status).toBe(200);
  });

  it.each([
    ['SMS_OTP', { phoneNumber: '+14155559999' }],
    ['EMAIL_OTP', { email: 'thief@example.com' }],
  ])('is refused when the contact of the customer changed after the challenge: %s', async (type, change) => {
    const server = await start(withWallets);
    const facts = { email: 'ada@example.com', phoneNumber: '+14155550100' };
    const { customerId, accountId, credentialId, device } = await newSignedInWallet(server, facts);
    if (type === 'EMAIL_OTP') {
      await sendSigned(server, device, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
      const [sms] = await credentialsOf(server, accountId);
      await server.advance(minuteMs);
      await signInByCode(server, sms?.id ?? '', device, 'SMS_OTP');
      await sendSigned(server, device, 'DELETE', `/auth/credentials/${credentialId}`);
    }
    const before = await typesOf(server, accountId);
    const body = { type, accountId };
    const asked = await server.request('POST', '/auth/credentials', body);
    expect(asked.status).toBe(202);
    const patch = { customerType: 'INDIVIDUAL', ...change };
    expect((await server.request('PATCH', `/customers/${customerId}`, patch)).status).toBe(200);
    const refused = await server.request('POST', '/auth/credentials', body, signedHeaders(device, asked));
    expect(refused).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    expect(await typesOf(server, accountId)).toEqual(before);
    expect((await sendSigned(server, device, 'POST', '/auth/credentials', body)).status).toBe(201);
  });

  it('refuses an email address and a phone number that are credentials of another wallet', async () => {
    const server = await start(withWallets);
    const taken = { email: 'grace@example.com', phoneNumber: '+14155550100' };
    const first = await newSignedInWallet(server, taken);
    await sendSigned(server, first.device, 'POST', '/auth/credentials', {
      type: 'SMS_OTP',
      accountId: first.accountId,
    });
    const second = await newWallet(server, { ...taken, email: 'GRACE@example.com' });
    for (const [type, code] of [
      ['EMAIL_OTP', 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'],
      ['SMS_OTP', 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS'],
    ])
      expect(await server.request('POST', '/auth/credentials', { type, accountId: second.accountId })).toMatchObject({
        status: 409,
        body: { code },
      });
  });

  it('requires an existing embedded wallet', async () => {
    const server = await start(withWallets);
    const { customerId } = await newWallet(server);
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    const add = (accountId: string, on = server) =>
      on.request('POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId });
    expect(await add(unknownAccount)).toMatchObject({ status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } });
    expect(await add(body.data[0].id)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    const elsewhere = await start(withWallets);
    expect(await add(body.data[0].id, elsewhere)).toMatchObject({ status: 404 });
  });

  it('refuses a signature of another wallet and of an expired session', async () => {
    const server = await start(withWallets);
    const [mine, foreign] = [
      await newSignedInWallet(server, { phoneNumber: '+14155550100' }),
      await newSignedInWallet(server),
    ];
    const body = { type: 'SMS_OTP', accountId: mine.accountId };
    const byForeign = await sendSigned(server, foreign.device, 'POST', '/auth/credentials', body);
    expect(byForeign).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    await server.advance(15 * minuteMs);
    const late = await sendSigned(server, mine.device, 'POST', '/auth/credentials', body);
    expect(late).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    expect(await typesOf(server, mine.accountId)).toEqual(['EMAIL_OTP']);
  });
});

eachEngine('adding a credential', (start) => {
  it('succeeds without a signature for one of eight parallel first requests', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const bodies = Array.from({ length: 8 }, (_, index) => ({
      type: 'OAUTH',
      accountId,
      oidcToken: identityToken(server.clock.now(), { sub: String(index) }),
    }));
    const answers = await Promise.all(bodies.map((body) => server.request('POST', '/auth/credentials', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(202)]);
    expect(await typesOf(server, accountId)).toEqual(['OAUTH']);
  });

  it('refuses a second credential of a type before it requests a signature', async () => {
    const server = await start(withWallets);
    const { accountId, device } = await newSignedInWallet(server, { phoneNumber: '+14155550100' });
    await sendSigned(server, device, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
    const oidcToken = identityToken(server.clock.now());
    await sendSigned(server, device, 'POST', '/auth/credentials', { type: 'OAUTH', accountId, oidcToken });
    for (const [body, code] of [
      [{ type: 'EMAIL_OTP' }, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS'],
      [{ type: 'SMS_OTP' }, 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS'],
      [{ type: 'OAUTH', oidcToken }, 'INVALID_INPUT'],
    ] as const)
      expect(await server.request('POST', '/auth/credentials', { ...body, accountId })).toMatchObject({
        status: 400,
        body: { code },
      });
  });
});

oneEngine('deleting a credential', (start) => {
  it('is refused for the only credential, on the first request', async () => {
    const server = await start(withWallets);
    const { credentialId } = await newSignedInWallet(server);
    const answer = await server.request('DELETE', `/auth/credentials/${credentialId}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await server.request('DELETE', `/auth/credentials/${unknownCredential}`)).toMatchObject({
      status: 404,
      body: { code: 'AUTH_METHOD_NOT_FOUND' },
    });
    const elsewhere = await start(withWallets);
    expect((await elsewhere.request('DELETE', `/auth/credentials/${credentialId}`)).status).toBe(404);
  });

  it('requires a signature of a session of another credential, and ends its own sessions', async () => {
    const server = await start(withWallets);
    const { accountId, device, credentialId, sessionId } = await newSignedInWallet(server, {
      phoneNumber: '+14155550100',
    });
    const added = await sendSigned(server, device, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
    const phone = newDevice(server);
    const signedIn = await signInByCode(server, added.body.id, phone, 'SMS_OTP');
    const path = `/auth/credentials/${credentialId}`;
    const own = await sendSigned(server, device, 'DELETE', path);
    expect(own).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    const asked = await server.request('DELETE', path);
    expect(asked.body.payloadToSign).toContain('"parameters":{"userEmail":"","userId":');
    const done = await server.request('DELETE', path, undefined, signedHeaders(phone, asked));
    expect([done.status, done.text]).toEqual([204, '']);
    expect(await typesOf(server, accountId)).toEqual(['SMS_OTP']);
    const { body } = await server.request('GET', `/auth/sessions?accountId=${accountId}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([signedIn.body.id]);
    expect((await server.request('DELETE', `/auth/sessions/${sessionId}`)).body.code).toBe('SESSION_NOT_FOUND');
    expect((await server.request('DELETE', path)).status).toBe(404);
  });
});

eachEngine('deleting a credential', (start) => {
  it('leaves one of two credentials that are deleted in parallel', async () => {
    const server = await start(withWallets);
    const { accountId, device, credentialId } = await newSignedInWallet(server, { phoneNumber: '+14155550100' });
    const added = await sendSigned(server, device, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
    const phone = newDevice(server);
    await signInByCode(server, added.body.id, phone, 'SMS_OTP');
    const paths = [`/auth/credentials/${credentialId}`, `/auth/credentials/${added.body.id}`] as const;
    const [first, second] = [await server.request('DELETE', paths[0]), await server.request('DELETE', paths[1])];
    const answers = await Promise.all([
      server.request('DELETE', paths[0], undefined, signedHeaders(phone, first)),
      server.request('DELETE', paths[1], undefined, signedHeaders(device, second)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect(await credentialsOf(server, accountId)).toHaveLength(1);
  });
});

const keys = { organizationId: 'organization', userId: 'user', walletId: 'wallet', signingKeyId: 'key', secret: null };

oneEngine('adding a credential to a wallet that is not open', (start) => {
  it('is refused with WALLET_NOT_PROVISIONED until the custodian opens the wallet', async () => {
    const custody: Custody = {
      ...slowCustodian,
      pollOpening: async ({ requestedAt }, now) => {
        const endsAt = plusMs(requestedAt, minuteMs);
        return now < endsAt ? { kind: 'OPENING', nextPollAt: endsAt } : { kind: 'OPENED', keys };
      },
    };
    const server = await start({
      ...withWallets,
      environment: 'PRODUCTION',
      isRegulated: true,
      skipsVerificationPaperwork: false,
      production: { custody },
    });
    const { accountId } = await newWallet(server, { endUserTermsConsent: undefined, email: 'ada@example.com' });
    expect(await typesOf(server, accountId)).toEqual([]);
    const add = () => server.request('POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId });
    expect(await add()).toMatchObject({ status: 409, body: { code: 'WALLET_NOT_PROVISIONED' } });
    await server.advance(minuteMs);
    // It is opened with the credential, as every wallet is.
    expect(await typesOf(server, accountId)).toEqual(['EMAIL_OTP']);
    expect(await add()).toMatchObject({ status: 400, body: { code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' } });
  });
});
