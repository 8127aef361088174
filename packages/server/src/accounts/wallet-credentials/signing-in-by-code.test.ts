import { describe, expect, it } from 'vitest';
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
  withWallets,
} from '../../../test/embedded-wallets.ts';
import { createMessageInbox } from '../../../test/message-inbox.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { readEnvelope } from '../../engines/wallet-crypto/envelope.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';

const email = 'ada@example.com';

async function newCredential(server: TestServer, facts: object = {}): Promise<string> {
  const { accountId } = await newWallet(server, { email, ...facts });
  return (await credentialsOf(server, accountId))[0]?.id ?? 'none';
}

async function challenge(server: TestServer, id: string): Promise<string> {
  const answer = await server.request('POST', `/auth/credentials/${id}/challenge`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.otpEncryptionTargetBundle;
}

const verify = (server: TestServer, id: string, encryptedOtpBundle: string, headers = {}) =>
  server.request('POST', `/auth/credentials/${id}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle }, headers);

oneEngine('signing in by code', (start) => {
  it('uses the email credential that a new wallet has from its customer', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server, { email });
    const { body } = await server.request('GET', `/auth/credentials?accountId=${accountId}`);
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^AuthMethod:/),
          accountId,
          type: 'EMAIL_OTP',
          nickname: email,
          createdAt: '2025-01-01T00:00:00.000Z',
          updatedAt: '2025-01-01T00:00:00.000Z',
        },
      ],
      hasMore: false,
      nextCursor: null,
      totalCount: 1,
    });
    const other = await newWallet(server, { email, fullName: 'Grace Hopper' });
    expect(await credentialsOf(server, other.accountId)).toEqual([]);
  });

  it('sends a code, accepts it encrypted with the device key, and opens a session for that key', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    await server.advance(minuteMs);
    const challenged = await server.request('POST', `/auth/credentials/${id}/challenge`, {});
    expect(challenged).toMatchObject({ status: 200, body: { id, type: 'EMAIL_OTP', updatedAt: server.clock.now() } });
    const target = challenged.body.otpEncryptionTargetBundle;
    const { body: config } = await server.request('GET', '/config');
    expect(readEnvelope(target)?.signedBy).toBe(config.walletBundlePublicKey);
    const device = newDevice(server);
    const bundle = await codeBundle(server, target, device);
    const asked = await verify(server, id, bundle);
    expect(asked).toMatchObject({ status: 202, body: { type: 'EMAIL_OTP', expiresAt: '2025-01-01T00:06:00.000Z' } });
    expect(asked.body.payloadToSign.split('.')).toHaveLength(3);
    const opened = await verify(server, id, bundle, signedHeaders(device, asked));
    expect(opened).toMatchObject({
      status: 200,
      body: { type: 'EMAIL_OTP', nickname: email, expiresAt: '2025-01-01T00:16:00.000Z' },
    });
    expect((await sendSigned(server, device, 'DELETE', `/auth/sessions/${opened.body.id}`)).status).toBe(204);
  });

  it('accepts an uncompressed key without returning a signing key', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    const device = newDevice(server);
    const bundle = await codeBundle(server, await challenge(server, id), { compressed: device.uncompressed });
    const asked = await verify(server, id, bundle);
    const opened = await verify(server, id, bundle, signedHeaders(device, asked));
    expect(opened.status).toBe(200);
    expect(opened.body).not.toHaveProperty('encryptedSessionSigningKey');
  });

  it('accepts only the signature of the key in the bundle, for the same bundle, once', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    const device = newDevice(server);
    const target = await challenge(server, id);
    const [bundle, again] = [await codeBundle(server, target, device), await codeBundle(server, target, device)];
    const asked = await verify(server, id, bundle);
    const code = async (sent: string, headers: object) => (await verify(server, id, sent, headers)).body.code;
    expect(await code(bundle, signedHeaders(newDevice(server), asked))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await code(again, signedHeaders(device, asked))).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => verify(server, id, bundle, signedHeaders(device, asked))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'WALLET_SIGNATURE_INVALID']));
    expect((await verify(server, id, bundle)).body.code).toBe('UNAUTHORIZED');
  });

  it('voids a code after three wrong attempts, and allows five wrong proofs per five minutes', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    const device = newDevice(server);
    const target = await challenge(server, id);
    const wrong = await codeBundle(server, target, device, '999999');
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await verify(server, id, wrong)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect((await verify(server, id, await codeBundle(server, target, device))).status).toBe(202);
    await server.advance(30 * secondMs);
    const second = await challenge(server, id);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await verify(server, id, await codeBundle(server, second, device, '999999'));
    const refused = await verify(server, id, await codeBundle(server, second, device));
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(refused.headers['retry-after']).toBe('270');
    await server.advance(270 * secondMs);
    const late = await verify(server, id, await codeBundle(server, second, device));
    expect(late.body.reason).toContain('wrong too often');
  });

  it('voids a code after five minutes and when another one is sent', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    const device = newDevice(server);
    const before = await codeBundle(server, await challenge(server, id), device);
    await server.advance(30 * secondMs);
    const target = await challenge(server, id);
    expect((await verify(server, id, before)).body.reason).toContain('cannot be opened');
    await server.advance(5 * minuteMs);
    const late = await verify(server, id, await codeBundle(server, target, device));
    expect(late).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(late.body.reason).toContain('expired');
  });

  it('sends at most one code per 30 seconds and ten per hour, with Retry-After', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    const send = () => server.request('POST', `/auth/credentials/${id}/challenge`);
    expect((await send()).status).toBe(200);
    await server.advance(10 * secondMs);
    const early = await send();
    expect([early.status, early.body.code, early.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '20']);
    for (let sent = 1; sent < 10; sent += 1) {
      await server.advance(30 * secondMs);
      expect((await send()).status).toBe(200);
    }
    await server.advance(minuteMs);
    const full = await send();
    expect([full.status, full.headers['retry-after']]).toEqual([429, String(3600 - 10 - 270 - 60)]);
  });

  it('refuses a bundle with a changed key or ciphertext', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    const device = newDevice(server);
    const bundle = await codeBundle(server, await challenge(server, id), device);
    const { encappedPublic, ciphertext } = Object(JSON.parse(bundle));
    const flipped = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
    for (const changed of [
      { encappedPublic: flipped(encappedPublic), ciphertext },
      { encappedPublic: newDevice(server).uncompressed, ciphertext },
      { encappedPublic, ciphertext: flipped(ciphertext) },
    ])
      expect(await verify(server, id, JSON.stringify(changed))).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    expect((await verify(server, id, JSON.stringify(bundle))).status).toBe(202);
  });

  it('voids a verified code when the email address changes', async () => {
    const server = await start(withWallets);
    const { customerId, credentialId, device: owner } = await newSignedInWallet(server);
    await server.advance(minuteMs);
    const thief = newDevice(server);
    const bundle = await codeBundle(server, await challenge(server, credentialId), thief);
    const asked = await verify(server, credentialId, bundle);
    const change = { customerType: 'INDIVIDUAL', email: 'elsewhere@example.com' };
    expect((await sendSigned(server, owner, 'PATCH', `/customers/${customerId}`, change)).status).toBe(200);
    const late = await verify(server, credentialId, bundle, signedHeaders(thief, asked));
    expect(late).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
  });

  it('accepts a code for its own credential, type and platform only', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    const bundle = await codeBundle(server, await challenge(server, id), newDevice(server));
    const body = { type: 'SMS_OTP', encryptedOtpBundle: bundle };
    expect(await server.request('POST', `/auth/credentials/${id}/verify`, body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
    const elsewhere = await start(withWallets);
    expect((await verify(elsewhere, id, bundle)).body.code).toBe('AUTH_METHOD_NOT_FOUND');
    const other = await newSignedInWallet(server);
    const asked = await verify(server, id, bundle);
    const foreign = await verify(server, other.credentialId, bundle, signedHeaders(other.device, asked));
    expect(foreign).toMatchObject({ status: 404, body: { code: 'REQUEST_NOT_FOUND' } });
  });
});

describe('codes in production', () => {
  oneEngine('with a platform configuration', (start) => {
    it('have the configured length, letters and expiry, and are not the fixed code 000000', async () => {
      const messages = createMessageInbox();
      const server = await start({
        ...withWallets,
        environment: 'PRODUCTION',
        isRegulated: true,
        skipsVerificationPaperwork: false,
        production: 'SIMULATED',
        deps: { messages },
      });
      await server.request('PATCH', '/config', {
        embeddedWalletConfig: { appName: 'Acme', otpLength: 9, alphanumeric: true, expirationSeconds: 60 },
      });
      const id = await newCredential(server, { endUserTermsConsent: undefined });
      const device = newDevice(server);
      const target = await challenge(server, id);
      await server.advance(0);
      const lastCode = () =>
        /Your code for Acme is (\w{9})\./.exec(messages.received.at(-1)?.text ?? '')?.[1] ?? 'none';
      const code = lastCode();
      expect(messages.received).toMatchObject([{ channel: 'EMAIL', to: email }]);
      expect(code).toMatch(/[A-Z]/);
      expect((await verify(server, id, await codeBundle(server, target, device, '000000'))).status).toBe(401);
      const bundle = await codeBundle(server, target, device, code);
      expect((await verify(server, id, bundle)).status).toBe(202);
      await server.advance(30 * secondMs);
      const second = await challenge(server, id);
      await server.advance(minuteMs - 1);
      const inTime = await codeBundle(server, second, device, lastCode());
      expect((await verify(server, id, inTime)).status).toBe(202);
      await server.advance(1);
      expect((await verify(server, id, inTime)).body.reason).toContain('expired');
    });
  });
});

eachEngine('a stored code', (start) => {
  it('shows neither the code, its key nor the email address in clear text', async () => {
    const server = await start(withWallets);
    const id = await newCredential(server);
    await challenge(server, id);
    const rows = await server.bare.read(async (unit) => [
      await unit.select((db) => db.selectFrom('wallet_codes').selectAll().where('tenant', '=', server.tenant)),
      await unit.select((db) => db.selectFrom('wallet_credentials').selectAll().where('tenant', '=', server.tenant)),
    ]);
    expect(rows.flat()).toHaveLength(2);
    const text = JSON.stringify(rows);
    expect(text).not.toContain('"000000"');
    expect(text).not.toContain(email);
    expect(text).toContain('"target_key":"sealed:');
  });

  it('leaves no credential, session or code after its customer is deleted', async () => {
    const server = await start(withWallets);
    const { customerId, accountId, credentialId } = await newSignedInWallet(server);
    await server.advance(minuteMs);
    await challenge(server, credentialId);
    const stored = () =>
      server.bare.read((unit) =>
        unit.select((db) => db.selectFrom('wallet_codes').select('credential_id').where('tenant', '=', server.tenant)),
      );
    expect(await stored()).toHaveLength(1);
    expect((await server.request('DELETE', `/customers/${customerId}`)).status).toBe(200);
    expect(await stored()).toEqual([]);
    expect(await credentialsOf(server, accountId)).toEqual([]);
    expect((await server.request('GET', `/auth/sessions?accountId=${accountId}`)).body.data).toEqual([]);
    expect((await server.request('POST', `/auth/credentials/${credentialId}/challenge`)).status).toBe(404);
  });
});

oneEngine('signing in again', (start) => {
  it('opens another session beside the first', async () => {
    const server = await start(withWallets);
    const { accountId, credentialId, sessionId } = await newSignedInWallet(server);
    await server.advance(minuteMs);
    const second = await signInByCode(server, credentialId, newDevice(server));
    const { body } = await server.request('GET', `/auth/sessions?accountId=${accountId}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.id, sessionId]);
  });
});
