import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { enrollPasskey, newEuropeanId, passkeyOrigin, sca } from '../../../test/sca-customers.ts';
import { createSoftwareAuthenticator, type Misbehaviour } from '../../../test/software-authenticator.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

interface Attempt {
  readonly fault?: Misbehaviour;
  readonly origin?: string;
  readonly credential?: (made: Record<string, unknown>) => Record<string, unknown>;
}

async function attemptTo(server: TestServer, customerId: string, attempt: Attempt = {}): Promise<Answer> {
  const { body } = await sca(server, 'factors', customerId, { type: 'PASSKEY' });
  const made = createSoftwareAuthenticator().create(body.options, passkeyOrigin, attempt.fault);
  const origin = attempt.origin ?? passkeyOrigin;
  const credential = attempt.credential?.(made) ?? made;
  return sca(server, 'factors/confirm', customerId, { type: 'PASSKEY', origin, credential });
}

const refused: [string, Attempt, string][] = [
  ['an origin that is not allowed', { origin: 'http://localhost:3001' }, 'origin'],
  ['an origin other than the one it was made on', { fault: { origin: 'http://localhost:3001' } }, 'credential'],
  ['a subdomain of the right origin', { fault: { origin: 'http://app.localhost:3000' } }, 'credential'],
  ['another domain', { fault: { relyingPartyId: 'example.com' } }, 'credential'],
  ['another challenge', { fault: { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' } }, 'credential'],
  ['the type webauthn.get', { fault: { type: 'webauthn.get' } }, 'credential'],
  ['an unverified user', { fault: { isUserVerified: false } }, 'credential'],
  ['an algorithm that was not offered', { fault: { algorithm: -65535 } }, 'credential'],
  ['trailing bytes', { fault: { padding: 8 } }, 'credential'],
  [
    'members that are not strings',
    { credential: (made) => ({ ...made, response: { clientDataJSON: 1 } }) },
    'credential',
  ],
  ['another type', { credential: (made) => ({ ...made, type: 'password' }) }, 'credential'],
  ['an empty credential', { credential: () => ({}) }, 'credential'],
];

oneEngine('enrolling a passkey', (start) => {
  it('returns passkey options and enrolls the credential created with them', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server, { platformCustomerId: 'user-1' });
    const { body } = await sca(server, 'factors', customerId, { type: 'PASSKEY' });
    expect(body).toMatchObject({
      type: 'PASSKEY',
      relyingPartyId: 'localhost',
      allowedOrigins: [passkeyOrigin],
      options: {
        rp: { id: 'localhost', name: 'Payments' },
        user: { name: 'user-1', displayName: 'Marie Curie' },
        authenticatorSelection: { userVerification: 'required' },
      },
    });
    const authenticator = createSoftwareAuthenticator();
    const credential = authenticator.create(body.options, passkeyOrigin);
    const confirmed = await sca(server, 'factors/confirm', customerId, {
      type: 'PASSKEY',
      origin: passkeyOrigin,
      credential,
    });
    const factor = { factor: 'PASSKEY', credentialId: authenticator.credentialId, name: 'Passkey' };
    expect([confirmed.status, confirmed.body]).toEqual([200, { type: 'PASSKEY', factor }]);
    const listed = await server.request('GET', `/sca/factors?customerId=${customerId}`);
    expect(listed.body.factors).toEqual([factor]);
  });

  it.each(refused)('refuses %s, and enrolls nothing', async (_what, attempt, field) => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const answer = await attemptTo(server, customerId, attempt);
    expect([answer.status, refusedFields(answer)]).toEqual([400, [field]]);
    const listed = await server.request('GET', `/sca/factors?customerId=${customerId}`);
    expect(listed.body.factors).toEqual([]);
    expect((await attemptTo(server, customerId)).status).toBe(200);
  });

  it('accepts only the latest challenge, once and within five minutes', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const authenticator = createSoftwareAuthenticator();
    const begin = async () => (await sca(server, 'factors', customerId, { type: 'PASSKEY' })).body.options;
    const confirm = (options: Parameters<typeof authenticator.create>[0]) =>
      sca(server, 'factors/confirm', customerId, {
        type: 'PASSKEY',
        origin: passkeyOrigin,
        credential: authenticator.create(options, passkeyOrigin),
      });
    const replaced = await begin();
    const late = await begin();
    expect(refusedFields(await confirm(replaced))).toEqual(['credential']);
    await server.advance(5 * minuteMs);
    expect((await confirm(late)).body.code).toBe('CONFLICT');
    const used = await begin();
    expect((await confirm(used)).status).toBe(200);
    await server.request('DELETE', `/sca/factors/${authenticator.credentialId}?customerId=${customerId}`);
    expect((await confirm(used)).body.code).toBe('CONFLICT');
  });

  it('uses the domain and the origins of scaConfig, which production requires', async () => {
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED' });
    const customerId = await newEuropeanId(server);
    const begin = () => sca(server, 'factors', customerId, { type: 'PASSKEY' });
    expect((await begin()).body.code).toBe('CONFLICT');
    const scaConfig = {
      displayName: 'Example Pay',
      relyingPartyId: 'example.com',
      allowedOrigins: ['https://app.example.com', 'https://example.com:8443'],
    };
    expect((await server.request('PATCH', '/config', { scaConfig })).body.scaConfig).toEqual(scaConfig);
    const { body } = await begin();
    expect(body).toMatchObject({
      options: { rp: { id: 'example.com', name: 'Example Pay' } },
      allowedOrigins: scaConfig.allowedOrigins,
      relyingPartyId: 'example.com',
    });
    const app = await sca(server, 'factors', customerId, { type: 'TOTP' });
    expect(app.body.totpUri).toContain('otpauth://totp/Example%20Pay:');
    const origin = 'https://app.example.com';
    const credential = createSoftwareAuthenticator().create(body.options, origin);
    const confirmed = await sca(server, 'factors/confirm', customerId, { type: 'PASSKEY', origin, credential });
    expect(confirmed.status).toBe(200);
  });

  it('refuses a scaConfig with malformed origins or origins outside its domain', async () => {
    const server = await start();
    const origins = [
      'https://app.example.com/',
      'http://app.example.com',
      'https://user@example.com',
      'example.com',
      'https://example.org',
      'https://badexample.com',
      'https://EXAMPLE.com',
      'javascript:0',
    ];
    const scaConfig = { displayName: 'Example Pay', relyingPartyId: 'example.com', allowedOrigins: origins };
    const answer = await server.request('PATCH', '/config', { scaConfig });
    expect(refusedFields(answer)).toEqual(origins.map((_, index) => `scaConfig.allowedOrigins.${index}`));
  });
});

eachEngine('enrolling a passkey', (start) => {
  it('refuses a credential that another customer has', async () => {
    const server = await start();
    const [one, other] = [await newEuropeanId(server), await newEuropeanId(server)];
    const authenticator = createSoftwareAuthenticator();
    const enroll = async (customerId: string) => {
      const { body } = await sca(server, 'factors', customerId, { type: 'PASSKEY' });
      const credential = authenticator.create(body.options, passkeyOrigin);
      return sca(server, 'factors/confirm', customerId, { type: 'PASSKEY', origin: passkeyOrigin, credential });
    };
    expect((await enroll(one)).status).toBe(200);
    expect(refusedFields(await enroll(other))).toEqual(['credential']);
  });

  it('enrolls once for 32 parallel confirmations', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const { body } = await sca(server, 'factors', customerId, { type: 'PASSKEY' });
    const credential = createSoftwareAuthenticator().create(body.options, passkeyOrigin);
    const request = { type: 'PASSKEY', origin: passkeyOrigin, credential };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => sca(server, 'factors/confirm', customerId, request)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(31);
  });

  it('refuses a second passkey with PASSKEY_ALREADY_ENROLLED until the first is deleted', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const inFlight = await sca(server, 'factors', customerId, { type: 'PASSKEY' });
    const { credentialId } = await enrollPasskey(server, customerId);
    const second = await sca(server, 'factors', customerId, { type: 'PASSKEY' });
    expect([second.status, second.body.code]).toEqual([409, 'PASSKEY_ALREADY_ENROLLED']);
    expect(inFlight.status).toBe(200);
    const remove = () => server.request('DELETE', `/sca/factors/${credentialId}?customerId=${customerId}`);
    const other = await newEuropeanId(server);
    const foreign = await server.request('DELETE', `/sca/factors/${credentialId}?customerId=${other}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await remove()).status).toBe(204);
    expect((await remove()).body.code).toBe('NOT_FOUND');
    await enrollPasskey(server, customerId);
  });
});
