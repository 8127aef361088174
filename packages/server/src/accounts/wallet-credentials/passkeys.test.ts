import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import {
  newDevice,
  newSignedInWallet,
  newWallet,
  type SignedInWallet,
  sendSigned,
  signedHeaders,
  withWallets,
} from '../../../test/embedded-wallets.ts';
import {
  createSoftwareAuthenticator,
  type Misbehaviour,
  type SoftwareAuthenticator,
} from '../../../test/software-authenticator.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { openSessionKeyBundle } from '../../engines/wallet-crypto/session-key-bundle.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { domainsOf } from './check-passkey.ts';

const origin = 'https://pay.example.com';
const domain = 'example.com';

const newChallenge = (text = 'a challenge of the platform'): string => Buffer.from(text).toString('base64url');

function attestationOf(
  authenticator: SoftwareAuthenticator,
  challenge: string,
  fault: Misbehaviour = {},
): Record<string, unknown> {
  const { id, response } = authenticator.create({ challenge, rp: { id: domain } }, origin, fault);
  const { clientDataJSON, attestationObject } = Object(response);
  return { credentialId: id, clientDataJson: clientDataJSON, attestationObject, transports: [] };
}

function passkeyBody(accountId: string, authenticator: SoftwareAuthenticator, fault: Misbehaviour = {}) {
  const challenge = newChallenge(`a challenge for ${authenticator.credentialId}`);
  const attestation = attestationOf(authenticator, challenge, fault);
  return { type: 'PASSKEY', accountId, nickname: " Ada's phone ", challenge, attestation };
}

interface Registered extends SignedInWallet {
  readonly passkeyId: string;
  readonly authenticator: SoftwareAuthenticator;
}

async function register(server: TestServer): Promise<Registered> {
  const wallet = await newSignedInWallet(server);
  const authenticator = createSoftwareAuthenticator();
  const body = passkeyBody(wallet.accountId, authenticator);
  const added = await sendSigned(server, wallet.device, 'POST', '/auth/credentials', body);
  if (added.status !== 201) throw new Error(added.text);
  return { ...wallet, passkeyId: added.body.id, authenticator };
}

const ask = (server: TestServer, id: string, clientPublicKey?: string): Promise<Answer> =>
  server.request('POST', `/auth/credentials/${id}/challenge`, clientPublicKey && { clientPublicKey });

function assertionOf(authenticator: SoftwareAuthenticator, challenge: string, fault: Misbehaviour = {}) {
  const text = Buffer.from(challenge, 'utf8').toString('base64url');
  const { id, response } = authenticator.get({ challenge: text, rpId: domain }, origin, fault);
  const { clientDataJSON, authenticatorData, signature } = Object(response);
  return { credentialId: id, clientDataJson: clientDataJSON, authenticatorData, signature, userHandle: null };
}

const verify = (server: TestServer, id: string, assertion: object, requestId?: string): Promise<Answer> =>
  server.request('POST', `/auth/credentials/${id}/verify`, { type: 'PASSKEY', assertion }, { 'request-id': requestId });

it('a passkey belongs to the host of its page or a parent domain, over https or on localhost', () => {
  expect(domainsOf('https://pay.example.com')).toEqual(['pay.example.com', 'example.com']);
  expect(domainsOf('http://localhost:3000')).toEqual(['localhost']);
  for (const other of ['http://pay.example.com', 'https://com', 'example.com', 'https://pay.example.com/path', 'null'])
    expect([other, domainsOf(other)]).toEqual([other, []]);
});

oneEngine('adding a passkey', (start) => {
  it('accepts an attestation for the challenge of the platform in a signed retry', async () => {
    const server = await start(withWallets);
    const { accountId, device } = await newSignedInWallet(server);
    const authenticator = createSoftwareAuthenticator();
    const body = passkeyBody(accountId, authenticator);
    const asked = await server.request('POST', '/auth/credentials', body);
    expect(asked).toMatchObject({ status: 202, body: { type: 'PASSKEY' } });
    expect(asked.body.payloadToSign).toContain('"authenticatorName":"Ada\'s phone"');
    const added = await server.request('POST', '/auth/credentials', body, signedHeaders(device, asked));
    expect(added).toMatchObject({
      status: 201,
      body: { type: 'PASSKEY', nickname: "Ada's phone", credentialId: authenticator.credentialId },
    });
    const again = await server.request('POST', '/auth/credentials', body);
    expect(again).toMatchObject({ status: 400, body: { code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS' } });
    const second = await sendSigned(
      server,
      device,
      'POST',
      '/auth/credentials',
      passkeyBody(accountId, createSoftwareAuthenticator()),
    );
    expect(second.status).toBe(201);
  });

  it.each<readonly [string, Misbehaviour, object]>([
    ['the type webauthn.get', { type: 'webauthn.get' }, {}],
    ['another challenge', { challenge: newChallenge('another one') }, {}],
    ['an origin without TLS', { origin: 'http://pay.example.com' }, {}],
    ['another domain', { relyingPartyId: 'example.org' }, {}],
    ['a key of another kind', { algorithm: -35 }, {}],
    ['trailing bytes', { padding: 3 }, {}],
    ['another id', { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' }, {}],
    ['a name of other characters', {}, { nickname: 'phone <1>' }],
    ['a blank name', {}, { nickname: '   ' }],
    ['a name that is too long', {}, { nickname: ` ${'x'.repeat(101)} ` }],
  ])('refuses %s', async (_, fault, change) => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const body = { ...passkeyBody(accountId, createSoftwareAuthenticator(), fault), ...change };
    expect(await server.request('POST', '/auth/credentials', body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });
});

oneEngine('the name of a passkey', (start) => {
  it('has up to 100 characters, not counting the spaces around it', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const nickname = 'x'.repeat(100);
    const body = { ...passkeyBody(accountId, createSoftwareAuthenticator()), nickname: `  ${nickname} ` };
    expect(await server.request('POST', '/auth/credentials', body)).toMatchObject({ status: 201, body: { nickname } });
  });
});

eachEngine('adding a passkey', (start) => {
  it('accepts one passkey per challenge', async () => {
    const server = await start(withWallets);
    const [first, second] = [await newWallet(server), await newWallet(server)];
    const body = passkeyBody(first.accountId, createSoftwareAuthenticator());
    expect((await server.request('POST', '/auth/credentials', body)).status).toBe(201);
    const replayed = await server.request('POST', '/auth/credentials', { ...body, accountId: second.accountId });
    expect(replayed).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});

oneEngine('signing in with a passkey', (start) => {
  it('opens a session for the key given with the challenge', async () => {
    const server = await start(withWallets);
    const { passkeyId, authenticator } = await register(server);
    const device = newDevice(server);
    expect((await ask(server, passkeyId)).body.code).toBe('INVALID_INPUT');
    const challenge = await ask(server, passkeyId, device.compressed);
    expect(challenge).toMatchObject({
      status: 200,
      body: {
        id: passkeyId,
        type: 'PASSKEY',
        credentialId: authenticator.credentialId,
        challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
        requestId: expect.stringMatching(/^Request:/),
        expiresAt: '2025-01-01T00:05:00.000Z',
      },
    });
    const { challenge: text, requestId } = challenge.body;
    const opened = await verify(server, passkeyId, assertionOf(authenticator, text), requestId);
    expect(opened).toMatchObject({
      status: 200,
      body: { type: 'PASSKEY', credentialId: authenticator.credentialId, nickname: "Ada's phone" },
    });
    expect((await sendSigned(server, device, 'DELETE', `/auth/sessions/${opened.body.id}`)).status).toBe(204);
  });

  it('encrypts a signing key to an uncompressed client key', async () => {
    const server = await start(withWallets);
    const { passkeyId, authenticator } = await register(server);
    const device = newDevice(server);
    const { challenge, requestId } = (await ask(server, passkeyId, device.uncompressed)).body;
    const opened = await verify(server, passkeyId, assertionOf(authenticator, challenge), requestId);
    expect(await openSessionKeyBundle(device, opened.body.encryptedSessionSigningKey)).toBeDefined();
  });

  it('refuses an assertion with another credential, type, challenge or origin, and names the check', async () => {
    const server = await start(withWallets);
    const { passkeyId, authenticator } = await register(server);
    const { challenge, requestId } = (await ask(server, passkeyId, newDevice(server).compressed)).body;
    const stranger = createSoftwareAuthenticator();
    const cases: readonly (readonly [object, string])[] = [
      [assertionOf(stranger, challenge), 'credentialId'],
      [assertionOf(authenticator, challenge, { type: 'webauthn.create' }), 'type'],
      [assertionOf(authenticator, challenge.replace(/./, 'x')), 'challenge'],
      [assertionOf(authenticator, challenge, { origin: 'https://example.com' }), 'origin'],
    ];
    for (const [assertion, check] of cases) {
      const answer = await verify(server, passkeyId, assertion, requestId);
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(answer.body.reason).toContain(`(${check})`);
    }
    expect((await verify(server, passkeyId, assertionOf(authenticator, challenge), requestId)).status).toBe(200);
  });

  it.each(['credentialId', 'clientDataJson', 'authenticatorData', 'signature'] as const)(
    'refuses an assertion with one changed byte in %s',
    async (member) => {
      const server = await start(withWallets);
      const { passkeyId, authenticator } = await register(server);
      const { challenge, requestId } = (await ask(server, passkeyId, newDevice(server).compressed)).body;
      const good = assertionOf(authenticator, challenge);
      for (const at of [0, 0.5, 1]) {
        const bytes = Buffer.from(good[member], 'base64url');
        const place = Math.round(at * (bytes.length - 1));
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        const changed = { ...good, [member]: bytes.toString('base64url') };
        const { status, body } = await verify(server, passkeyId, changed, requestId);
        expect([place, status, body.code]).toEqual([place, 401, 'UNAUTHORIZED']);
      }
      expect((await verify(server, passkeyId, good, requestId)).status).toBe(200);
    },
  );

  it('refuses another domain, a broken signature, another key and a counter that does not increase', async () => {
    const server = await start(withWallets);
    const { passkeyId, authenticator } = await register(server);
    const { challenge, requestId } = (await ask(server, passkeyId, newDevice(server).compressed)).body;
    const stranger = createSoftwareAuthenticator();
    const foreign = { ...assertionOf(stranger, challenge), credentialId: authenticator.credentialId };
    for (const assertion of [
      assertionOf(authenticator, challenge, { relyingPartyId: 'example.org' }),
      assertionOf(authenticator, challenge, { isTampered: true }),
      foreign,
    ]) {
      const answer = await verify(server, passkeyId, assertion, requestId);
      expect(answer.body.reason).toContain('(rpIdHash, user presence, signature or counter)');
    }
    const good = assertionOf(authenticator, challenge, { signCount: 7 });
    expect((await verify(server, passkeyId, good, requestId)).status).toBe(200);
    const next = (await ask(server, passkeyId, newDevice(server).compressed)).body;
    const stale = assertionOf(authenticator, next.challenge, { signCount: 7 });
    expect((await verify(server, passkeyId, stale, next.requestId)).status).toBe(401);
  });

  it('requires its own Request-Id, once and within five minutes', async () => {
    const server = await start(withWallets);
    const { passkeyId, authenticator, credentialId } = await register(server);
    const device = newDevice(server);
    const { challenge, requestId } = (await ask(server, passkeyId, device.compressed)).body;
    const code = async (id: string | undefined, of = passkeyId, on = server) =>
      (await verify(on, of, assertionOf(authenticator, challenge), id)).body.code;
    expect(await code(undefined)).toBe('REQUEST_ID_MISSING');
    expect(await code('Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3')).toBe('REQUEST_NOT_FOUND');
    expect(await code(requestId, credentialId)).toBe('INVALID_INPUT');
    expect(await code(requestId, passkeyId, await start(withWallets))).toBe('AUTH_METHOD_NOT_FOUND');
    const other = await register(server);
    expect(await code(requestId, other.passkeyId)).toBe('REQUEST_NOT_FOUND');
    const assertion = assertionOf(authenticator, challenge);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => verify(server, passkeyId, assertion, requestId)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'UNAUTHORIZED')).toHaveLength(31);
    const later = (await ask(server, passkeyId, device.compressed)).body;
    await server.advance(5 * minuteMs);
    const late = await verify(server, passkeyId, assertionOf(authenticator, later.challenge), later.requestId);
    expect(late).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('accepts sandbox-valid-passkey-signature with its Request-Id, once', async () => {
    const server = await start(withWallets);
    const { passkeyId, authenticator } = await register(server);
    const { requestId } = (await ask(server, passkeyId, newDevice(server).compressed)).body;
    const { credentialId } = authenticator;
    const assertion = {
      credentialId,
      clientDataJson: 'e30',
      authenticatorData: 'AA',
      signature: 'sandbox-valid-passkey-signature',
    };
    expect((await verify(server, passkeyId, assertion)).body.code).toBe('REQUEST_ID_MISSING');
    expect((await verify(server, passkeyId, assertion, requestId)).status).toBe(200);
    expect((await verify(server, passkeyId, assertion, requestId)).status).toBe(401);
  });
});
