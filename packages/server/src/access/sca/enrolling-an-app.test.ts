import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { appCode, enrollApp, newEuropeanId, sca, wrongCode } from '../../../test/sca-customers.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

/** The alphabet of RFC 4648. */
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

oneEngine('enrolling an authenticator app', (start) => {
  it('returns a secret as hex, as Base32 and as a URI, and enrolls it with the first code', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server, { platformCustomerId: 'user 1' });
    const started = await sca(server, 'factors', customerId, { type: 'TOTP' });
    expect(started.status).toBe(200);
    const { secret, secretBase32Encoded, totpUri } = started.body;
    const bytes = Buffer.from(secret, 'hex');
    expect(bytes).toHaveLength(20);
    const digits = [...secretBase32Encoded].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0'));
    expect(BigInt(`0b${digits.join('')}`)).toBe(BigInt(`0x${secret}`));
    const uri = new URL(totpUri);
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secretBase32Encoded]);
    expect(decodeURIComponent(uri.pathname)).toBe('/Payments:user 1');

    const confirmed = await sca(server, 'factors/confirm', customerId, {
      type: 'TOTP',
      secret,
      code: appCode(server, bytes),
    });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    const listed = await server.request('GET', `/sca/factors?customerId=${customerId}`);
    expect(listed.body).toEqual({ factors: [{ factor: 'TOTP', name: 'Authenticator app' }] });
  });

  it('accepts the code 123456 in the sandbox and refuses it in production', async () => {
    const code = '123456';
    for (const [environment, status] of [
      ['SANDBOX', 200],
      ['PRODUCTION', 400],
    ] as const) {
      const server = await start({ environment, production: 'SIMULATED' });
      const customerId = await newEuropeanId(server);
      const { body } = await sca(server, 'factors', customerId, { type: 'TOTP' });
      const confirmed = await sca(server, 'factors/confirm', customerId, { type: 'TOTP', secret: body.secret, code });
      expect([environment, confirmed.status]).toEqual([environment, status]);
    }
  });

  it('refuses wrong codes and an unknown secret, and still accepts the right code afterwards', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const { body } = await sca(server, 'factors', customerId, { type: 'TOTP' });
    const secret = Buffer.from(body.secret, 'hex');
    const confirm = (given: string, code: string) =>
      sca(server, 'factors/confirm', customerId, { type: 'TOTP', secret: given, code });
    for (let attempts = 0; attempts < 6; attempts += 1)
      expect(refusedFields(await confirm(body.secret, wrongCode(server, secret)))).toEqual(['code']);
    const late = appCode(server, secret, -2);
    expect(refusedFields(await confirm(body.secret, late))).toEqual(['code']);
    expect(refusedFields(await confirm('00'.repeat(20), appCode(server, secret)))).toEqual(['secret']);
    expect((await confirm(body.secret, appCode(server, secret))).status).toBe(200);
  });

  it('refuses with CONFLICT a confirmation without a start, a repeated one, and one after 15 minutes', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const confirm = (secret: string) =>
      sca(server, 'factors/confirm', customerId, { type: 'TOTP', secret, code: '123456' });
    expect((await confirm('00')).body.code).toBe('CONFLICT');
    const { body } = await sca(server, 'factors', customerId, { type: 'TOTP' });
    expect((await confirm(body.secret)).status).toBe(200);
    expect((await confirm(body.secret)).body.code).toBe('CONFLICT');
    const again = await sca(server, 'factors', customerId, { type: 'TOTP' });
    await server.advance(15 * minuteMs);
    expect((await confirm(again.body.secret)).body.code).toBe('CONFLICT');
  });

  it('replaces the app enrolled before, with new recovery codes', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const first = await enrollApp(server, customerId);
    const second = await enrollApp(server, customerId);
    expect(second.recoveryCodes).not.toEqual(first.recoveryCodes);
    const { body } = await server.request('GET', `/sca/factors?customerId=${customerId}`);
    expect(body.factors).toHaveLength(1);
  });

  it('stores neither the hex secret nor a recovery code in clear text', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const { secret, recoveryCodes } = await enrollApp(server, customerId);
    const stored = JSON.stringify(
      await server.deps.database.read(async (unit) => [
        await unit.select((db) => db.selectFrom('authenticator_apps').selectAll()),
        await unit.select((db) => db.selectFrom('recovery_codes').selectAll()),
        await unit.select((db) => db.selectFrom('factor_enrollments').selectAll()),
      ]),
    );
    expect(stored).toContain(customerId);
    for (const text of [Buffer.from(secret).toString('hex'), ...recoveryCodes]) expect(stored).not.toContain(text);
  });
});

eachEngine('enrolling an authenticator app', (start) => {
  it('enrolls once for 32 parallel confirmations', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    const { body } = await sca(server, 'factors', customerId, { type: 'TOTP' });
    const request = { type: 'TOTP', secret: body.secret, code: '123456' };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => sca(server, 'factors/confirm', customerId, request)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
  });
});
