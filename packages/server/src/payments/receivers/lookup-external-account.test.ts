import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeGbpAccount, makeSender, makeUsdAccount } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

oneEngine('looking up an external account', (start) => {
  it('returns its currency, the exchange rate and the limits of what can arrive', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const accountId = await makeGbpAccount(server, customerId);
    const answer = await server.request('GET', `/receiver/external-account/${accountId}?customerId=${customerId}`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        lookupId: expect.stringMatching(/^Lookup:/),
        accountId,
        requiredPayerDataFields: [],
        supportedCurrencies: [
          { currency: { code: 'GBP' }, estimatedExchangeRate: 1.2706, min: 1, max: expect.any(Number) },
        ],
      },
    });
    const { max } = answer.body.supportedCurrencies[0];
    // A million dollars, including the fee of half a percent.
    expect(Math.ceil(max * 1.2706)).toBe(99_500_000);
    expect(Math.ceil((max + 1) * 1.2706)).toBeGreaterThan(99_500_000);
  });

  it('accepts a request without a sender', async () => {
    const server = await start({ currencies: ['EUR', 'USD'] });
    const { customerId } = await makeSender(server, 'USD', 0, { currencies: ['USD'] });
    const path = `/receiver/external-account/${await makeGbpAccount(server, customerId)}`;
    for (const [query, rate] of [
      [`?customerId=${customerId}`, 1.2706],
      // The platform pays from the first of its own currencies.
      ['', 1.2706 / 1.0842],
    ] as const) {
      const { status, body } = await server.request('GET', `${path}${query}`);
      expect(status).toBe(200);
      expect(body.supportedCurrencies[0].estimatedExchangeRate).toBeCloseTo(rate, 5);
    }
  });

  it('limits an unproven wallet to less than 1,000 US dollars and refuses one whose proof has failed', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const accountInfo = { accountType: 'SOLANA_WALLET', address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' };
    const wallet = { customerId, currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo };
    const { body: account } = await server.request('POST', '/customers/external-accounts', wallet);
    const path = `/receiver/external-account/${account.id}`;
    const { body } = await server.request('GET', path);
    // Less than 1,000 dollars, including the fee of half a percent.
    expect(body.supportedCurrencies[0].max).toBe(994_990_000);
    await server.deps.database.transaction((unit) =>
      unit.select((db) =>
        db.updateTable('external_accounts').set({ status: 'UNVERIFIED' }).where('id', '=', account.id),
      ),
    );
    expect(await server.request('GET', path)).toMatchObject({ status: 400, body: { code: 'INVALID_RECEIVER' } });
  });

  it('refuses with INVALID_RECEIVER when the owner is deleted, not verified or without consent', async () => {
    const server = await start();
    const { customerId: sender } = await makeSender(server);
    const deleted = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const ofDeleted = await makeUsdAccount(server, deleted);
    await server.request('DELETE', `/customers/${deleted}`);
    const owners = [
      person,
      { ...person, fullName: 'Ada Lovelace 001', endUserTermsConsent: consent },
      { ...person, fullName: 'Ada Lovelace 002', endUserTermsConsent: consent },
    ];
    const accounts = await Promise.all(
      owners.map(async (owner) => makeUsdAccount(server, await newCustomerId(server, owner))),
    );
    for (const accountId of [ofDeleted, ...accounts]) {
      for (const query of ['', `?customerId=${sender}`]) {
        const answer = await server.request('GET', `/receiver/external-account/${accountId}${query}`);
        expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_RECEIVER' } });
      }
    }
  });

  it('requires a rate from a currency of the sender, but no support of the platform for the currency', async () => {
    const server = await start({ currencies: ['ARS'] });
    const { customerId } = await makeSender(server, 'ARS', 0);
    const path = `/receiver/external-account/${await makeGbpAccount(server, customerId)}`;
    expect(await server.request('GET', path)).toMatchObject({ status: 400, body: { code: 'INVALID_RECEIVER' } });
    const currency = (currencyCode: string): object => ({
      currencyCode,
      minAmount: 1,
      maxAmount: 100,
      requiredCounterpartyFields: [],
    });
    await server.request('PATCH', '/config', { supportedCurrencies: [currency('ARS'), currency('EUR')] });
    const { body } = await server.request('GET', path);
    expect(body.supportedCurrencies).toMatchObject([
      { currency: { code: 'GBP' }, estimatedExchangeRate: expect.closeTo(1.2706 / 1.0842) },
    ]);
  });

  it.each([
    ['020', 400, 'LOOKUP_REQUEST_FAILED'],
    ['021', 424, 'LNURLP_REQUEST_FAILED'],
    ['022', 412, 'UNSUPPORTED_UMA_VERSION'],
  ])('returns the error of the institution for an account ending in %s', async (suffix, status, code) => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const accountId = await makeUsdAccount(server, customerId, suffix);
    expect(await server.request('GET', `/receiver/external-account/${accountId}`)).toMatchObject({
      status,
      body: { code },
    });
  });

  it('refuses an invalid id, an unknown account and an unusable sender, in the specified order', async () => {
    const [server, other] = [await start(), await start()];
    const { customerId } = await makeSender(server);
    const accountId = await makeUsdAccount(server, customerId);
    const theirs = await makeUsdAccount(other, (await makeSender(other)).customerId);
    const nobody = 'Customer:00000000-0000-7000-8000-000000000000';
    for (const [id, query, status, code] of [
      ['account', '', 400, 'INVALID_INPUT'],
      [theirs, `customerId=${nobody}`, 404, 'ACCOUNT_NOT_FOUND'],
      [accountId, `customerId=${nobody}`, 404, 'CUSTOMER_NOT_FOUND'],
      [accountId, `customerId=${await newCustomerId(server)}`, 403, 'END_USER_TERMS_NOT_ACCEPTED'],
    ] as const) {
      const answer = await server.request('GET', `/receiver/external-account/${id}?${query}`);
      expect(answer).toMatchObject({ status, body: { code } });
    }
    const mixed = `customerId=${customerId}&senderUmaAddress=$ada@uma.example.com`;
    const answer = await server.request('GET', `/receiver/external-account/${accountId}?${mixed}`);
    expect(refusedFields(answer)).toEqual(['senderUmaAddress']);
    await server.advance(minuteMs);
  });
});
