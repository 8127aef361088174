import { describe, expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer } from '../../../test/test-server.ts';
import { newWorld } from '../../../test/worlds.ts';
import { dayMs, plusMs } from '../../ground/clock/instant.ts';
import { writeJson } from '../../ground/json/json-text.ts';
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
  it('stores acceptedAt in UTC', async () => {
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

  it('is refused when acceptedAt is more than one day ahead of the clock of the platform', async () => {
    const server = await start();
    const at = (acceptedAt: string): object => ({ ...consent, acceptedAt });
    const within = await server.request('POST', '/customers', {
      ...person,
      endUserTermsConsent: at('2025-01-02T00:00:00.000Z'),
    });
    expect(within.status).toBe(201);
    const tooLate = at('2025-01-02T02:00:00.001+02:00');
    const id = await newCustomerId(server);
    const change = { customerType: 'INDIVIDUAL', endUserTermsConsent: tooLate };
    const record = (): Promise<Answer> => server.request('PATCH', `/customers/${id}`, change);
    const refusals = [await server.request('POST', '/customers', { ...person, endUserTermsConsent: tooLate })];
    refusals.push(await record());
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(refused)).toEqual(['endUserTermsConsent.acceptedAt']);
    }
    expect((await server.request('GET', `/customers/internal-accounts?customerId=${id}`)).body.data).toEqual([]);
    const both = { ...person, endUserTermsConsent: tooLate, email: 'nowhere' };
    const beside = await server.request('POST', '/customers', both);
    expect(new Set(refusedFields(beside))).toEqual(new Set(['email', 'endUserTermsConsent.acceptedAt']));
    await server.advance(1);
    expect((await record()).status).toBe(200);
  });

  it('is accepted by real time, up to one day ahead, in a sandbox whose clock stands earlier', async () => {
    const server = await start();
    await server.advance(30 * dayMs);
    const today = server.clock.now();
    const back = { instant: '2024-06-01T00:00:00.000Z', isFrozen: true };
    const world = await newWorld(server, { clock: back });
    const send = (acceptedAt: string) =>
      world.request('POST', '/customers', { ...person, endUserTermsConsent: { ...consent, acceptedAt } });
    const { body: customer } = await send(today);
    expect(customer.endUserTermsConsent).toMatchObject({ acceptedAt: today });
    const change = { customerType: 'INDIVIDUAL', endUserTermsConsent: { ...consent, acceptedAt: plusMs(today, 1) } };
    expect((await world.request('PATCH', `/customers/${customer.id}`, change)).status).toBe(200);
    expect((await send(plusMs(today, dayMs + 1))).status).toBe(400);
  });

  it('is accepted unchanged in an update even if its stored acceptedAt is in the future', async () => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const future = { ...consent, acceptedAt: '2029-12-01T00:00:00.000Z' };
    await server.deps.database.transaction((unit) =>
      unit.select((db) =>
        db
          .updateTable('customers')
          .set({ consent: writeJson(future) })
          .where('id', '=', id)
          .returning('id'),
      ),
    );
    const { body } = await server.request('GET', `/customers/${id}`);
    expect(body.endUserTermsConsent).toEqual(future);
    expect((await server.request('PATCH', `/customers/${id}`, { ...body, fullName: 'Ada King' })).status).toBe(200);
    const later = { customerType: 'INDIVIDUAL', endUserTermsConsent: { ...future, ipAddress: '203.0.113.25' } };
    expect((await server.request('PATCH', `/customers/${id}`, later)).status).toBe(400);
  });

  it('accepts an IPv6 ipAddress in a consent', async () => {
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

  it('opens an account per currency of the platform with the consent', async () => {
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

  it('opens no account in a currency that the platform has removed before the consent', async () => {
    const server = await start({ currencies: ['USD', 'EUR'] });
    const id = await newCustomerId(server, { ...person, currencies: ['EUR', 'USD'] });
    const dollars = { currencyCode: 'USD', minAmount: 1, maxAmount: 500, requiredCounterpartyFields: [] };
    await server.request('PATCH', '/config', { supportedCurrencies: [dollars] });
    const change = { customerType: 'INDIVIDUAL', endUserTermsConsent: consent };
    expect((await server.request('PATCH', `/customers/${id}`, change)).status).toBe(200);
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${id}`);
    expect(body.data).toMatchObject([{ balance: { currency: { code: 'USD' } } }]);
  });

  it('opens the accounts without consent on a regulated platform', async () => {
    const server = await start({ isRegulated: true, currencies: ['USD', 'EUR'] });
    const id = await newCustomerId(server);
    expect((await server.request('GET', `/customers/internal-accounts?customerId=${id}`)).body.data).toHaveLength(2);
  });
});
