import { expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { person } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import {
  credentialsOf,
  newDevice,
  newSignedInWallet,
  newWallet,
  openTestSession,
  sendSigned,
  signedHeaders,
  signInByCode,
  withWallets,
} from '../../../test/embedded-wallets.ts';
import { identityToken } from '../../../test/identity-tokens.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { Custody } from '../../engines/custody/custody.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { createSeededRandom } from '../../ground/ids/random.ts';
import { createSandboxCustody } from '../../sandbox/adapters/sandbox-custody.ts';

const change = (server: TestServer, customerId: string, fields: object, headers = {}): Promise<Answer> =>
  server.request('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', ...fields }, headers);

const email = 'countess@example.com';
const phoneNumber = '+14155550199';

oneEngine('a new e-mail address or phone number of a customer', (start) => {
  it('requires a signature of a wallet session, and updates the credential', async () => {
    const server = await start(withWallets);
    const { customerId, accountId, device, credentialId } = await newSignedInWallet(server);
    await server.advance(minuteMs);
    const asked = await change(server, customerId, { email });
    expect(asked).toMatchObject({ status: 202, body: { expiresAt: '2025-01-01T00:06:00.000Z' } });
    expect(asked.body.payloadToSign).toContain(`"parameters":{"userEmail":"${email}","userId":`);
    expect((await server.request('GET', `/customers/${customerId}`)).body.email).not.toBe(email);
    const other = await change(server, customerId, { email: 'x@example.com' }, signedHeaders(device, asked));
    expect(other.body.code).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    const changed = await change(server, customerId, { email }, signedHeaders(device, asked));
    expect(changed).toMatchObject({ status: 200, body: { email } });
    expect(await credentialsOf(server, accountId)).toMatchObject([
      { id: credentialId, nickname: email, updatedAt: '2025-01-01T00:01:00.000Z' },
    ]);
    const { body } = await server.request('GET', `/auth/sessions?accountId=${accountId}`);
    expect(body.data).toMatchObject([{ nickname: email }]);
    expect((await signInByCode(server, credentialId, newDevice(server))).status).toBe(200);
  });

  it('requires no signature when no credential uses it or it stays the same', async () => {
    const server = await start(withWallets);
    const { customerId } = await newSignedInWallet(server, { email: 'same@example.com', phoneNumber });
    for (const fields of [{ phoneNumber: '+14155550198' }, { email: 'same@example.com' }, { nationality: 'GB' }])
      expect((await change(server, customerId, fields)).status).toBe(200);
    const bare = await newWallet(server);
    expect((await change(server, bare.customerId, { email })).status).toBe(200);
    const ignored = { 'service-wallet-signature': 'anything', 'request-id': 'anything' };
    expect((await change(server, bare.customerId, { phoneNumber }, ignored)).status).toBe(200);
  });

  it('refuses a signature of another customer', async () => {
    const server = await start(withWallets);
    const [mine, foreign] = [await newSignedInWallet(server), await newSignedInWallet(server)];
    const asked = await change(server, mine.customerId, { email });
    const byForeign = await change(server, mine.customerId, { email }, signedHeaders(foreign.device, asked));
    expect(byForeign).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    const forForeign = await change(server, foreign.customerId, { email }, signedHeaders(mine.device, asked));
    expect(forForeign).toMatchObject({ status: 404, body: { code: 'REQUEST_NOT_FOUND' } });
  });

  it.each([
    ['EMAIL_OTP', { email }, 'EMAIL_OTP_CREDENTIAL_SET_CHANGED'],
    ['SMS_OTP', { phoneNumber }, 'SMS_OTP_CREDENTIAL_SET_CHANGED'],
  ] as const)('is refused when the credentials of type %s changed after the challenge', async (type, fields, code) => {
    const server = await start(withWallets);
    const { customerId, accountId, device } = await newSignedInWallet(server, { phoneNumber: '+14155550177' });
    await sendSigned(server, device, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
    const oidcToken = identityToken(server.clock.now());
    const provider = await sendSigned(server, device, 'POST', '/auth/credentials', {
      type: 'OAUTH',
      accountId,
      oidcToken,
    });
    const phone = newDevice(server);
    await openTestSession(server, accountId, phone, provider.body.id);
    const asked = await change(server, customerId, fields);
    const doomed = (await credentialsOf(server, accountId)).find((credential) => credential.type === type);
    expect((await sendSigned(server, phone, 'DELETE', `/auth/credentials/${doomed?.id}`)).status).toBe(204);
    const answer = await change(server, customerId, fields, signedHeaders(phone, asked));
    expect(answer).toMatchObject({ status: 409, body: { code } });
    expect((await change(server, customerId, fields)).status).toBe(200);
  });

  it('changes nothing and answers 424 when the credential cannot be updated', async () => {
    const server = await start(withWallets);
    const { customerId, accountId, device } = await newSignedInWallet(server, { email: 'before@example.com' });
    const asked = await change(server, customerId, { email: 'after.424@example.com' });
    const answer = await change(server, customerId, { email: 'after.424@example.com' }, signedHeaders(device, asked));
    expect(answer).toMatchObject({ status: 424, body: { code: 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED' } });
    expect((await server.request('GET', `/customers/${customerId}`)).body.email).toBe('before@example.com');
    expect(await credentialsOf(server, accountId)).toMatchObject([{ nickname: 'before@example.com' }]);
  });

  it('is refused with 424 until the custodian accepts it, and the signature stays valid', async () => {
    const asked: [number, string, string][] = [];
    let follows = false;
    const moveContact: Custody['moveContact'] = async (wallets, { channel, contact }) => {
      asked.push([wallets.length, channel, contact]);
      return follows;
    };
    const custody = { ...createSandboxCustody(createSeededRandom(1)), moveContact };
    const server = await start({ ...withWallets, deps: { custody } });
    const { customerId, accountId, device } = await newSignedInWallet(server, { phoneNumber: '+14155550177' });
    await sendSigned(server, device, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
    const stranger = signedHeaders(newDevice(server), await change(server, customerId, { email }));
    expect((await change(server, customerId, { email }, stranger)).body.code).toBe('WALLET_SIGNATURE_INVALID');
    expect(asked).toEqual([]);
    for (const fields of [{ email }, { phoneNumber }]) {
      const headers = signedHeaders(device, await change(server, customerId, fields));
      follows = false;
      expect(await change(server, customerId, fields, headers)).toMatchObject({
        status: 424,
        body: { code: 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED' },
      });
      follows = true;
      // The signed change was not made, so the signature is still valid.
      expect((await change(server, customerId, fields, headers)).status).toBe(200);
    }
    const twice = <T>(one: T): T[] => [one, one];
    expect(asked).toEqual([...twice([1, 'EMAIL', email]), ...twice([1, 'PHONE', phoneNumber])]);
  });

  it('is undone at the custodian if it is refused afterwards, unless another request has made it meanwhile', async () => {
    const asked: string[] = [];
    let meanwhile: (() => Promise<Answer>) | undefined;
    const moveContact: Custody['moveContact'] = async (_wallets, { contact }) => {
      const first = meanwhile;
      meanwhile = undefined;
      asked.push(contact);
      expect((await first?.())?.status ?? 200).toBe(200);
      return true;
    };
    const custody = { ...createSandboxCustody(createSeededRandom(1)), moveContact };
    const server = await start({ ...withWallets, deps: { custody } });
    const { customerId, accountId, device } = await newSignedInWallet(server, { email: 'before@example.com' });
    const sign = async (fields: object) => {
      const headers = signedHeaders(device, await change(server, customerId, fields));
      return () => change(server, customerId, fields, headers);
    };
    const umaAddress = '$countess@uma.example.com';
    const [withTaken, withTakenAgain, alone] = [
      await sign({ email, umaAddress }),
      await sign({ email, umaAddress, nationality: 'GB' }),
      await sign({ email }),
    ];
    expect((await server.request('POST', '/customers', { ...person, umaAddress })).status).toBe(201);
    const refused = { status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } };
    expect(await withTaken()).toMatchObject(refused);
    expect(asked.splice(0)).toEqual([email, 'before@example.com']);
    expect(await credentialsOf(server, accountId)).toMatchObject([{ nickname: 'before@example.com' }]);
    meanwhile = alone;
    expect(await withTakenAgain()).toMatchObject(refused);
    expect(asked).toEqual([email, email]);
    expect(await credentialsOf(server, accountId)).toMatchObject([{ nickname: email }]);
  });

  it('voids a code sent to the old address', async () => {
    const server = await start(withWallets);
    const { customerId, device, credentialId } = await newSignedInWallet(server);
    await server.advance(30 * secondMs);
    const path = `/auth/credentials/${credentialId}`;
    const challenged = await server.request('POST', `${path}/challenge`);
    expect(challenged.status).toBe(200);
    const asked = await change(server, customerId, { email });
    expect((await change(server, customerId, { email }, signedHeaders(device, asked))).status).toBe(200);
    const late = await server.request('POST', `${path}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' });
    expect(late.body.reason).toContain('No code can be used now');
  });
});

eachEngine('a new e-mail address or phone number of a customer', (start) => {
  it('is refused when it is a credential of another wallet', async () => {
    const server = await start(withWallets);
    const other = await newSignedInWallet(server, { phoneNumber: '+14155550100' });
    await sendSigned(server, other.device, 'POST', '/auth/credentials', {
      type: 'SMS_OTP',
      accountId: other.accountId,
    });
    const taken = (await server.request('GET', `/customers/${other.customerId}`)).body.email;
    const mine = await newSignedInWallet(server, { phoneNumber });
    await sendSigned(server, mine.device, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId: mine.accountId });
    expect(await change(server, mine.customerId, { email: taken })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' },
    });
    expect(await change(server, mine.customerId, { phoneNumber: '+14155550100' })).toMatchObject({
      status: 409,
      body: { code: 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS' },
    });
  });

  it('is answered with 200 for all of 32 parallel requests, and uses the signature up', async () => {
    const server = await start(withWallets);
    const { customerId, device } = await newSignedInWallet(server);
    const headers = signedHeaders(device, await change(server, customerId, { email }));
    const answers = await Promise.all(Array.from({ length: 32 }, () => change(server, customerId, { email }, headers)));
    const statuses = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`);
    // The customer already has the address, so there is nothing to change or to sign.
    expect(new Set(statuses)).toEqual(new Set(['200 ']));
    const { body } = await server.request('GET', `/customers/${customerId}`);
    expect(body.email).toBe(email);
    // The signature is used up: it does not bring the address back.
    const away = { email: 'other@example.com' };
    const signed = signedHeaders(device, await change(server, customerId, away));
    expect((await change(server, customerId, away, signed)).status).toBe(200);
    const again = await change(server, customerId, { email }, headers);
    expect([again.status, again.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
  });
});
