import { describe, expect, it } from 'vitest';
import { business, consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { missingConsent } from './requires-consent.ts';

describe('missing consent', () => {
  it.each([
    [0, false, true],
    [0, true, false],
    [1, false, false],
    [1, true, false],
  ])('on a platform with is_regulated %s and hasConsent %s is %s', (regulated, hasConsent, missing) => {
    expect(missingConsent({ is_regulated: regulated }, { hasConsent })).toBe(missing);
  });
});

oneEngine('consent at creation', (start) => {
  it('puts the consent on file and shows it from then on', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', { ...person, endUserTermsConsent: consent });
    expect(answer).toMatchObject({ status: 201, body: { endUserTermsConsent: consent } });
    const without = await server.request('POST', '/customers', business);
    expect(without.body).not.toHaveProperty('endUserTermsConsent');
  });

  it('records the consent of a business too', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', { ...business, endUserTermsConsent: consent });
    expect(answer.body.endUserTermsConsent).toEqual(consent);
  });

  it('keeps the moment of acceptance in UTC', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', {
      ...person,
      endUserTermsConsent: { ...consent, acceptedAt: '2025-01-01T01:30:00+02:00' },
    });
    expect(answer.body.endUserTermsConsent.acceptedAt).toBe('2024-12-31T23:30:00.000Z');
  });

  it.each(['acceptedAt', 'ipAddress', 'termsVersion', 'acceptanceMethod'])(
    'requires %s in a consent',
    async (field) => {
      const server = await start();
      const { [field as keyof typeof consent]: _left, ...incomplete } = consent;
      const answer = await server.request('POST', '/customers', { ...person, endUserTermsConsent: incomplete });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toEqual([`endUserTermsConsent.${field}`]);
    },
  );

  it.each([
    ['acceptedAt', 'yesterday'],
    ['acceptanceMethod', 'SHRUG'],
    ['ipAddress', 'localhost'],
    ['ipAddress', '300.1.1.1'],
  ])('refuses a consent whose %s is %s', async (field, value) => {
    const server = await start();
    const answer = await server.request('POST', '/customers', {
      ...person,
      endUserTermsConsent: { ...consent, [field]: value },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([`endUserTermsConsent.${field}`]);
  });

  it('accepts an IPv6 address', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', {
      ...person,
      endUserTermsConsent: { ...consent, ipAddress: '2001:db8::1' },
    });
    expect(answer.status).toBe(201);
  });

  it('refuses a version of the terms that was never published', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', {
      ...person,
      endUserTermsConsent: { ...consent, termsVersion: 'V0' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'END_USER_TERMS_VERSION_NOT_FOUND' } });
    expect((await server.request('GET', '/customers')).body.data).toEqual([]);
  });

  it('refuses a consent on a regulated platform and names the field', async () => {
    const server = await start({ isRegulated: true });
    const answer = await server.request('POST', '/customers', { ...person, endUserTermsConsent: consent });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['endUserTermsConsent']);
  });

  it('opens an account per currency of the platform once consent is on file', async () => {
    const server = await start({ currencies: ['USD', 'USDC'] });
    const id = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${id}`);
    const opened = body.data.map((account: { balance: { currency: { code: string } }; type: string }) => [
      account.balance.currency.code,
      account.type,
    ]);
    expect(new Set(opened)).toEqual(
      new Set([
        ['USD', 'INTERNAL_FIAT'],
        ['USDC', 'INTERNAL_CRYPTO'],
      ]),
    );
  });

  it('opens only the accounts of the currencies the customer uses', async () => {
    const server = await start({ currencies: ['USD', 'EUR', 'USDC'] });
    const id = await newCustomerId(server, { ...person, currencies: ['EUR'], endUserTermsConsent: consent });
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${id}`);
    expect(body.data).toMatchObject([{ balance: { amount: 0, currency: { code: 'EUR' } }, status: 'ACTIVE' }]);
  });

  it('opens no account before consent on an unregulated platform', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    expect((await server.request('GET', `/customers/internal-accounts?customerId=${id}`)).body.data).toEqual([]);
  });

  it('opens the accounts at once on a regulated platform', async () => {
    const server = await start({ isRegulated: true, currencies: ['USD', 'EUR'] });
    const id = await newCustomerId(server);
    expect((await server.request('GET', `/customers/internal-accounts?customerId=${id}`)).body.data).toHaveLength(2);
  });
});
