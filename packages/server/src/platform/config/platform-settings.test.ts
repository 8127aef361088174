import { expect, it } from 'vitest';
import { newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';

const entry = { currencyCode: 'USD', minAmount: 100, maxAmount: 1_000_000, requiredCounterpartyFields: [] };

oneEngine('the UMA domain of the configuration', (start) => {
  it('is the default one until the platform sets its own, and the domain of every new customer', async () => {
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
  it.each(['currencyCode', 'minAmount', 'maxAmount', 'requiredCounterpartyFields'])(
    'cannot do without %s',
    async (field) => {
      const server = await start();
      const { [field]: _left, ...incomplete } = entry as Record<string, unknown>;
      const answer = await server.request('PATCH', '/config', { supportedCurrencies: [incomplete] });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toContain(`supportedCurrencies.0.${field}`);
    },
  );

  it('has limits that are whole numbers of smallest units, not below zero', async () => {
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

  it('asks about the counterparty for what has a name, and says whether it is mandatory', async () => {
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
