import { expect, it } from 'vitest';
import { newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';

const entry = { currencyCode: 'USD', minAmount: 100, maxAmount: 1_000_000, requiredCounterpartyFields: [] };

oneEngine('the UMA domain of the configuration', (start) => {
  it('is a default until the platform sets one, and the domain of the UMA address of new customers', async () => {
    const server = await start();
    const { umaDomain } = (await server.request('GET', '/config')).body;
    expect(umaDomain).toMatch(/^[a-z0-9.-]+\.[a-z]+$/);
    const addressOf = async (id: string): Promise<string> =>
      (await server.request('GET', `/customers/${id}`)).body.umaAddress;
    const early = await addressOf(await newCustomerId(server));
    expect(early).toMatch(/^\$[^@]+@/);
    expect(early.endsWith(`@${umaDomain}`)).toBe(true);
    await server.request('PATCH', '/config', { umaDomain: 'pay.example.com' });
    expect(await addressOf(await newCustomerId(server))).toMatch(/^\$[^@]+@pay\.example\.com$/);
    const own = await newCustomerId(server, { ...person, umaAddress: '$ada@pay.example.com' });
    expect(await addressOf(own)).toBe('$ada@pay.example.com');
  });
});

oneEngine('an entry of the supported currencies', (start) => {
  it.each(['currencyCode', 'minAmount', 'maxAmount', 'requiredCounterpartyFields'])('requires %s', async (field) => {
    const server = await start();
    const { [field]: _left, ...incomplete } = entry as Record<string, unknown>;
    const answer = await server.request('PATCH', '/config', { supportedCurrencies: [incomplete] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toContain(`supportedCurrencies.0.${field}`);
  });

  it('requires limits that are integers of minor units, zero or more', async () => {
    const server = await start();
    for (const [field, value] of [
      ['minAmount', -1],
      ['minAmount', 1.5],
      ['maxAmount', '7'],
      ['maxAmount', null],
    ] as const) {
      const answer = await server.request('PATCH', '/config', { supportedCurrencies: [{ ...entry, [field]: value }] });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toContain(`supportedCurrencies.0.${field}`);
    }
  });

  it('accepts a counterparty field once, since it cannot be mandatory and optional', async () => {
    const server = await start({ isRegulated: true });
    const twice = [true, false].map((mandatory) => ({ name: 'EMAIL', mandatory }));
    const answer = await server.request('PATCH', '/config', {
      supportedCurrencies: [{ ...entry, requiredCounterpartyFields: twice }],
    });
    expect(refusedFields(answer)).toEqual(['supportedCurrencies.0.requiredCounterpartyFields.1.name']);
  });

  it('accepts every known counterparty field with a mandatory flag, and no other', async () => {
    const server = await start({ isRegulated: true });
    const names = [
      'FULL_NAME',
      'BIRTH_DATE',
      'NATIONALITY',
      'ADDRESS',
      'PHONE_NUMBER',
      'EMAIL',
      'BUSINESS_NAME',
      'TAX_ID',
    ];
    const requiredCounterpartyFields = names.map((name, index) => ({ name, mandatory: index % 2 === 0 }));
    const supportedCurrencies = [{ ...entry, requiredCounterpartyFields }];
    const { body } = await server.request('PATCH', '/config', { supportedCurrencies });
    expect(body.supportedCurrencies[0].requiredCounterpartyFields).toEqual(requiredCounterpartyFields);
    for (const wrong of [{ name: 'SHOE_SIZE', mandatory: true }, { name: 'EMAIL' }, { mandatory: true }]) {
      const change = { supportedCurrencies: [{ ...entry, requiredCounterpartyFields: [wrong] }] };
      const answer = await server.request('PATCH', '/config', change);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)[0]).toMatch(
        /^supportedCurrencies\.0\.requiredCounterpartyFields\.0\.(name|mandatory)$/,
      );
    }
  });
});
