import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { newDevice, newWallet, sendSigned, withWallets } from '../../../test/embedded-wallets.ts';
import { identityToken, nonceOf } from '../../../test/identity-tokens.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { nonceFor } from '../../engines/oidc/identity-token.ts';
import { openSessionKeyBundle } from '../../engines/wallet-crypto/session-key-bundle.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

it('the nonce of an identity token is the published digest of its key', () => {
  expect(nonceFor('020217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed')).toBe(
    '50e6923f129ff9615dd1e2281b5d055732eeec2d79865fe100bd0b0501b67613',
  );
});

async function register(server: TestServer, claims: object = {}): Promise<Answer> {
  const { accountId } = await newWallet(server);
  const oidcToken = identityToken(server.clock.now(), claims);
  return server.request('POST', '/auth/credentials', { type: 'OAUTH', accountId, oidcToken });
}

const seconds = (server: TestServer): number => Date.parse(server.clock.now()) / 1000;

oneEngine('adding an identity at a provider', (start) => {
  it('has the email of the token, or its subject, as nickname', async () => {
    const server = await start(withWallets);
    expect(await register(server)).toMatchObject({ status: 201, body: { type: 'OAUTH', nickname: 'ada@example.com' } });
    expect(await register(server, { email: undefined })).toMatchObject({ status: 201, body: { nickname: '4711' } });
    expect(await register(server, { iss: 'https://appleid.apple.com', aud: ['app'] })).toMatchObject({ status: 201 });
  });

  it.each<readonly [string, object]>([
    ['another issuer', { iss: 'https://id.example.com' }],
    ['the issuer "constructor"', { iss: 'constructor' }],
    ['no audience', { aud: undefined }],
    ['two audiences', { aud: ['one', 'other'] }],
    ['no subject', { sub: '' }],
    ['an iat that is not a number', { iat: '0' }],
    ['no exp', { exp: undefined }],
  ])('refuses %s as malformed', async (_, claims) => {
    const server = await start(withWallets);
    expect(await register(server, claims)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  it('refuses a token that is too old, in the future or expired, and names the claim', async () => {
    const server = await start(withWallets);
    const now = seconds(server);
    for (const [claims, claim] of [
      [{ iat: now - 66 }, '(iat)'],
      [{ iat: now + 6 }, '(iat)'],
      [{ exp: now }, '(exp)'],
    ] as const) {
      const answer = await register(server, claims);
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(answer.body.reason).toContain(claim);
    }
    expect((await register(server, { iat: now - 65, exp: now + 1 })).status).toBe(201);
  });

  it('refuses an expired token even with a Request-Id when nothing has to be signed', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const now = seconds(server);
    const oidcToken = identityToken(server.clock.now(), { iat: now - 3600, exp: now - 1800 });
    const body = { type: 'OAUTH', accountId, oidcToken };
    const headers = { 'request-id': 'Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3' };
    const stolen = await server.request('POST', '/auth/credentials', body, headers);
    expect(stolen).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('accepts unusual provider names, and cuts the nickname at 320 characters', async () => {
    const server = await start(withWallets);
    for (const email of ['a\u0000b', '\ud800', '\u202e@example.com', 'x'.repeat(2000)]) {
      const added = await register(server, { sub: email, email });
      expect([added.status, added.body.nickname]).toEqual([201, email.slice(0, 320)]);
      const shown = await server.request('GET', `/auth/credentials?accountId=${added.body.accountId}`);
      expect(shown.body.data).toMatchObject([{ type: 'OAUTH', nickname: email.slice(0, 320) }]);
    }
  });

  it('refuses a token that its issuer has not signed', async () => {
    const server = await start({ ...withWallets, deps: { tokenIssuers: { isSignedBy: async () => false } } });
    const answer = await register(server);
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(answer.body.reason).toContain('not signed by its issuer');
  });

  it('refuses a token with SERVICE_UNAVAILABLE while the keys of its issuer cannot be read', async () => {
    let isAway = true;
    const isSignedBy = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(true));
    const server = await start({ ...withWallets, deps: { tokenIssuers: { isSignedBy } } });
    const refused = await register(server);
    expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect([refused.headers['retry-after'], refused.body.reason]).toEqual(['5', expect.stringContaining('Repeat')]);
    isAway = false;
    const { id } = (await register(server)).body;
    isAway = true;
    const clientPublicKey = newDevice(server).compressed;
    const signIn = (): Promise<Answer> => {
      const oidcToken = identityToken(server.clock.now(), nonceOf(clientPublicKey));
      return server.request('POST', `/auth/credentials/${id}/verify`, { type: 'OAUTH', oidcToken, clientPublicKey });
    };
    for (let attempts = 0; attempts < 6; attempts += 1) expect((await signIn()).status).toBe(503);
    isAway = false;
    expect((await signIn()).status).toBe(200);
  });
});

oneEngine('signing in with an identity at a provider', (start) => {
  it('opens a session for the key in the nonce of the token', async () => {
    const server = await start(withWallets);
    const { id } = (await register(server)).body;
    const device = newDevice(server);
    const clientPublicKey = device.compressed;
    const oidcToken = identityToken(server.clock.now(), nonceOf(clientPublicKey));
    const path = `/auth/credentials/${id}/verify`;
    const opened = await server.request('POST', path, { type: 'OAUTH', oidcToken, clientPublicKey });
    expect(opened).toMatchObject({ status: 200, body: { type: 'OAUTH', nickname: 'ada@example.com' } });
    expect((await sendSigned(server, device, 'DELETE', `/auth/sessions/${opened.body.id}`)).status).toBe(204);
    const older = device.uncompressed;
    const sealed = await server.request('POST', path, {
      type: 'OAUTH',
      oidcToken: identityToken(server.clock.now(), nonceOf(older)),
      clientPublicKey: older,
    });
    expect(await openSessionKeyBundle(device, sealed.body.encryptedSessionSigningKey)).toBeDefined();
  });

  it('refuses a token with a wrong subject, audience, issuer, nonce or age, and names the check', async () => {
    const server = await start(withWallets);
    const { id } = (await register(server)).body;
    const clientPublicKey = newDevice(server).compressed;
    const now = seconds(server);
    const verify = (claims: object, token?: string) => {
      const oidcToken = token ?? identityToken(server.clock.now(), { ...nonceOf(clientPublicKey), ...claims });
      return server.request('POST', `/auth/credentials/${id}/verify`, { type: 'OAUTH', oidcToken, clientPublicKey });
    };
    for (const [claims, check] of [
      [{ sub: '4712' }, '(iss, aud, sub)'],
      [{ aud: 'another' }, '(iss, aud, sub)'],
      [{ iss: 'https://appleid.apple.com' }, '(iss, aud, sub)'],
      [{ nonce: nonceOf(newDevice(server).compressed).nonce }, '(nonce'],
      [{ nonce: undefined }, '(nonce'],
    ] as const) {
      const answer = await verify(claims);
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(answer.body.reason).toContain(check);
    }
    expect((await verify({})).body.code).toBe('RATE_LIMITED');
    await server.advance(5 * minuteMs);
    expect((await verify({ iat: now, exp: now + 3600 })).body.reason).toContain('(iat)');
    expect(await verify({ iss: 'https://id.example.com' })).toMatchObject({ status: 400 });
    const payload = Buffer.from('[]').toString('base64url');
    expect(await verify({}, `${payload}.${payload}.c2ln`)).toMatchObject({ status: 400 });
    expect((await verify({ iss: 'accounts.google.com' })).status).toBe(200);
  });

  it('refuses a challenge with INVALID_INPUT', async () => {
    const server = await start(withWallets);
    const { id } = (await register(server)).body;
    expect(await server.request('POST', `/auth/credentials/${id}/challenge`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });
});
