import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { beginLogin, completeLogin, enrollPasskey, newEuropeanId, passkeyOrigin } from '../../../test/sca-customers.ts';
import type { Misbehaviour } from '../../../test/software-authenticator.ts';
import type { TestServer } from '../../../test/test-server.ts';

const options = async (server: TestServer, customerId: string) =>
  (await beginLogin(server, customerId, 'PASSKEY')).body;

const faults: [string, Misbehaviour][] = [
  ['another origin', { origin: 'http://localhost:3001' }],
  ['a subdomain as origin', { origin: 'http://app.localhost:3000' }],
  ['another domain', { relyingPartyId: 'example.com' }],
  ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['the type webauthn.create', { type: 'webauthn.create' }],
  ['a user who was not verified', { isUserVerified: false }],
  ['a lower signature counter', { signCount: 3 }],
  ['another credential', { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['a changed signature', { isTampered: true }],
];

oneEngine('a login with a passkey', (start) => {
  it('accepts an assertion of the passkey once', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const passkey = await enrollPasskey(server, customerId);
    const started = await options(server, customerId);
    expect(started).toMatchObject({
      factor: 'PASSKEY',
      allowedOrigins: [passkeyOrigin],
      relyingPartyId: 'localhost',
      passkeyOptions: { userVerification: 'required', allowCredentials: [{ id: passkey.credentialId }] },
    });
    const passkeyAssertion = passkey.get(started.passkeyOptions, passkeyOrigin);
    const proof = { factor: 'PASSKEY', passkeyAssertion, origin: passkeyOrigin };
    expect((await completeLogin(server, customerId, proof)).status).toBe(200);
    expect((await completeLogin(server, customerId, proof)).body.code).toBe('CONFLICT');
    await options(server, customerId);
    expect(refusedFields(await completeLogin(server, customerId, proof))).toEqual(['passkeyAssertion']);
  });

  it.each(faults)('refuses an assertion with %s', async (_what, fault) => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const passkey = await enrollPasskey(server, customerId);
    const use = async (used: Misbehaviour) => {
      const { passkeyOptions } = await options(server, customerId);
      const passkeyAssertion = passkey.get(passkeyOptions, passkeyOrigin, used);
      return completeLogin(server, customerId, { factor: 'PASSKEY', passkeyAssertion, origin: passkeyOrigin });
    };
    expect((await use({ signCount: 5 })).status).toBe(200);
    expect(refusedFields(await use({ signCount: 6, ...fault }))).toEqual(['passkeyAssertion']);
    expect((await use({ signCount: 7 })).status).toBe(200);
  });

  it('refuses the passkey of another customer and an origin that is not allowed', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const passkey = await enrollPasskey(server, customerId);
    const stranger = await enrollPasskey(server, await newEuropeanId(server));
    const { passkeyOptions } = await options(server, customerId);
    const prove = (passkeyAssertion: unknown, origin: string) =>
      completeLogin(server, customerId, { factor: 'PASSKEY', passkeyAssertion, origin });
    const theirs = stranger.get(passkeyOptions, passkeyOrigin);
    expect(refusedFields(await prove(theirs, passkeyOrigin))).toEqual(['passkeyAssertion']);
    const { credentialId } = passkey;
    const disguised = stranger.get(passkeyOptions, passkeyOrigin, { credentialId });
    expect(refusedFields(await prove(disguised, passkeyOrigin))).toEqual(['passkeyAssertion']);
    const elsewhere = passkey.get(passkeyOptions, 'http://localhost:3001');
    expect(refusedFields(await prove(elsewhere, 'http://localhost:3001'))).toEqual(['origin']);
  });

  it('refuses a new passkey for a login that was started with a deleted one', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const deleted = await enrollPasskey(server, customerId);
    const { passkeyOptions } = await options(server, customerId);
    await server.request('DELETE', `/sca/factors/${deleted.credentialId}?customerId=${customerId}`);
    const next = await enrollPasskey(server, customerId);
    const prove = (device: typeof next, asked: typeof passkeyOptions) => {
      const passkeyAssertion = device.get(asked, passkeyOrigin);
      return completeLogin(server, customerId, { factor: 'PASSKEY', passkeyAssertion, origin: passkeyOrigin });
    };
    expect(refusedFields(await prove(deleted, passkeyOptions))).toEqual(['passkeyAssertion']);
    expect(refusedFields(await prove(next, passkeyOptions))).toEqual(['passkeyAssertion']);
    const started = await options(server, customerId);
    expect((await prove(next, started.passkeyOptions)).status).toBe(200);
  });

  it('accepts a passkey whose signature counter stays 0', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const passkey = await enrollPasskey(server, customerId);
    for (let uses = 0; uses < 3; uses += 1) {
      const { passkeyOptions } = await options(server, customerId);
      const passkeyAssertion = passkey.get(passkeyOptions, passkeyOrigin, { signCount: 0 });
      const answer = await completeLogin(server, customerId, {
        factor: 'PASSKEY',
        passkeyAssertion,
        origin: passkeyOrigin,
      });
      expect(answer.status).toBe(200);
    }
  });
});

eachEngine('a login with a passkey', (start) => {
  it('accepts one of 32 parallel uses of an assertion', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const passkey = await enrollPasskey(server, customerId);
    const { passkeyOptions } = await options(server, customerId);
    const passkeyAssertion = passkey.get(passkeyOptions, passkeyOrigin);
    const proof = { factor: 'PASSKEY', passkeyAssertion, origin: passkeyOrigin };
    const answers = await Promise.all(Array.from({ length: 32 }, () => completeLogin(server, customerId, proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
  });
});
