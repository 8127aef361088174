import { expect, it } from 'vitest';
import { business, consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { watchUnits } from '../../../test/open-units.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import type { UmaNetwork } from '../../engines/uma/uma-network.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { createSandboxUma } from '../../sandbox/adapters/sandbox-uma.ts';
import { dueLookups } from './sweep-lookups.ts';

const sandbox = 'sandbox.example.com';

const failOnBug = (bug: unknown): never => {
  throw bug;
};

function lookUp(server: TestServer, address: string, query: string): Promise<Answer> {
  return server.request('GET', `/receiver/uma/${encodeURIComponent(address)}?${query}`);
}

function newSender(server: TestServer, given: object = {}): Promise<string> {
  return newCustomerId(server, { ...person, endUserTermsConsent: consent, ...given });
}

async function lookupCount({ deps, tenant }: TestServer): Promise<number> {
  const rows = await deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('receiver_lookups').select('id').where('tenant', '=', tenant)),
  );
  return rows.length;
}

oneEngine('looking up a UMA address', (start) => {
  it('returns the currencies, the preferred one first, with limits and estimated rates', async () => {
    const server = await start();
    const customerId = await newSender(server, { currencies: ['USD', 'MXN'] });
    const answer = await lookUp(server, `$Success.MXN@${sandbox}`, `customerId=${customerId}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      lookupId: expect.stringMatching(/^Lookup:/),
      receiverUmaAddress: `$success.mxn@${sandbox}`,
      supportedCurrencies: [
        {
          currency: { code: 'MXN', name: 'Mexican Peso', symbol: '$', decimals: 2 },
          estimatedExchangeRate: 0.0541,
          min: 100,
          max: 10_000_000,
        },
        { currency: { code: 'USD' }, estimatedExchangeRate: 1 },
        { currency: { code: 'EUR' }, estimatedExchangeRate: 1.0842 },
      ],
    });
  });

  it('estimates rates from the first currency of the platform when the customer names none', async () => {
    const server = await start({ currencies: ['EUR', 'USD'] });
    const customerId = await newSender(server);
    const { body } = await lookUp(server, `$success@${sandbox}`, `customerId=${customerId}`);
    expect(body.supportedCurrencies.map((one: { currency: { code: string } }) => one.currency.code)).toEqual([
      'USD',
      'EUR',
    ]);
    expect(body.supportedCurrencies[1].estimatedExchangeRate).toBe(1);
  });

  it('leaves out currencies the platform does not support, and refuses a receiver with no other', async () => {
    const server = await start({ currencies: ['GBP', 'MXN'] });
    const customerId = await newSender(server);
    const { body } = await lookUp(server, `$success.mxn@${sandbox}`, `customerId=${customerId}`);
    expect(body.supportedCurrencies).toHaveLength(1);
    const none = await lookUp(server, `$success.usd@${sandbox}`, `customerId=${customerId}`);
    expect(none).toMatchObject({ status: 400, body: { code: 'INVALID_RECEIVER' } });
  });

  it('requires the sender fields that the provider wants and the service does not have', async () => {
    const server = await start();
    const named = await newSender(server);
    const short = await lookUp(server, `$success.usd@${sandbox}`, `customerId=${named}`);
    expect(short.body.requiredPayerDataFields).toEqual([{ name: 'BIRTH_DATE', mandatory: false }]);
    const long = await lookUp(server, `$demands.identity.usd@${sandbox}`, `customerId=${named}`);
    expect(long.body.requiredPayerDataFields).toEqual(
      ['BIRTH_DATE', 'NATIONALITY', 'ADDRESS'].map((name) => ({ name, mandatory: true })),
    );
    const complete = await newSender(server, {
      birthDate: '1985-12-09',
      nationality: 'GB',
      address: { line1: '12 St James Square', postalCode: 'SW1Y 4JH', country: 'GB' },
    });
    const nothing = await lookUp(server, `$demands.identity.usd@${sandbox}`, `customerId=${complete}`);
    expect(nothing.body.requiredPayerDataFields).toEqual([]);
    const company = await newCustomerId(server, { ...business, endUserTermsConsent: consent });
    await server.request('POST', '/verifications', { customerId: company });
    const ofCompany = await lookUp(server, `$success.usd@${sandbox}`, `customerId=${company}`);
    expect(ofCompany.body.requiredPayerDataFields).toEqual([{ name: 'BIRTH_DATE', mandatory: false }]);
  });

  it('accepts the sender by UMA address in any case, and refuses none or two different ones', async () => {
    const server = await start();
    const customerId = await newSender(server, { umaAddress: '$ada@uma.example.com' });
    const other = await newSender(server);
    const address = `$success.usd@${sandbox}`;
    expect((await lookUp(server, address, 'senderUmaAddress=$ADA@uma.example.com')).status).toBe(200);
    const both = `customerId=${customerId}&senderUmaAddress=$ada@uma.example.com`;
    expect((await lookUp(server, address, both)).status).toBe(200);
    for (const [query, field] of [
      ['', 'customerId'],
      [`customerId=${other}&senderUmaAddress=$ada@uma.example.com`, 'senderUmaAddress'],
      ['customerId=1', 'customerId'],
      ['senderUmaAddress=ada', 'senderUmaAddress'],
    ] as const) {
      const refused = await lookUp(server, address, query);
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect([...new Set(refusedFields(refused))]).toEqual([field]);
    }
    expect(await lookupCount(server)).toBe(2);
  });

  it('returns INVALID_UMA_ADDRESS for a malformed address and UMA_NOT_FOUND for an unknown one', async () => {
    const server = await start();
    const query = `customerId=${await newSender(server)}`;
    for (const text of ['grace', 'grace@one.example.com', '$@one.example.com', `$${'x'.repeat(64)}@one.example.com`]) {
      expect(await lookUp(server, text, query)).toMatchObject({ status: 400, body: { code: 'INVALID_UMA_ADDRESS' } });
    }
    for (const text of [`$non.existent.usd@${sandbox}`, `$grace@${sandbox}`, '$grace@one.example.com']) {
      expect(await lookUp(server, text, query)).toMatchObject({ status: 404, body: { code: 'UMA_NOT_FOUND' } });
    }
  });

  it('refuses a sender who is unknown, deleted, without consent or rejected', async () => {
    const server = await start();
    const address = `$success.usd@${sandbox}`;
    const deleted = await newSender(server);
    await server.request('DELETE', `/customers/${deleted}`);
    const unknown = 'Customer:00000000-0000-7000-8000-000000000000';
    for (const [customerId, status, code] of [
      [unknown, 404, 'CUSTOMER_NOT_FOUND'],
      [deleted, 404, 'CUSTOMER_NOT_FOUND'],
      [await newCustomerId(server), 403, 'END_USER_TERMS_NOT_ACCEPTED'],
      [await newSender(server, { fullName: 'Ada Lovelace 002' }), 403, 'USER_NOT_READY'],
    ] as const) {
      expect(await lookUp(server, address, `customerId=${customerId}`)).toMatchObject({ status, body: { code } });
    }
  });

  it.each(['lookup', 'quote'])(
    'lists the known error codes of a %s when the address names an unknown one',
    async (step) => {
      const server = await start();
      const query = `customerId=${await newSender(server)}`;
      const answer = await lookUp(server, `$error.on.${step}.no.such.code@${sandbox}`, query);
      expect([answer.status, answer.body.code]).toEqual([404, 'UMA_NOT_FOUND']);
      expect(answer.body.reason).toMatch(new RegExp(`\\.on\\.${step}\\. use one of .*, invalid\\.nonce, `));
      expect(await lookupCount(server)).toBe(0);
    },
  );

  it.each([
    ['lookup.request.failed', 400],
    ['parse.lnurlp.response.error', 400],
    ['missing.required.uma.parameters', 400],
    ['invalid.pubkey.format', 400],
    ['cert.chain.invalid', 400],
    ['cert.chain.expired', 400],
    ['invalid.timestamp', 400],
    ['invalid.nonce', 400],
    ['invalid.receiver', 400],
    ['sender.not.accepted', 400],
    ['counterparty.not.allowed', 403],
    ['uma.not.found', 404],
    ['unsupported.uma.version', 412],
    ['lnurlp.request.failed', 424],
    ['counterparty.pubkey.fetch.error', 424],
    ['no.compatible.uma.version', 424],
  ])('returns the error code that the address names after error.on.lookup: %s', async (name, status) => {
    const server = await start();
    const query = `customerId=${await newSender(server)}`;
    const answer = await lookUp(server, `$error.on.lookup.${name}@${sandbox}`, query);
    expect(answer).toMatchObject({ status, body: { code: name.replaceAll('.', '_').toUpperCase() } });
    expect(await lookupCount(server)).toBe(0);
  });

  it('refuses a blocked provider with COUNTERPARTY_NOT_ALLOWED', async () => {
    const server = await start();
    const query = `customerId=${await newSender(server)}`;
    const { body: listed } = await server.request('GET', '/uma-providers?limit=100');
    const refused: { allowListStatus: boolean; domain: string }[] = listed.data.filter(
      ({ allowListStatus }: { allowListStatus: boolean }) => !allowListStatus,
    );
    expect(refused).toHaveLength(1);
    for (const domain of ['blocked.example.com', ...refused.map(({ domain }) => domain)]) {
      const answer = await lookUp(server, `$grace@${domain}`, query);
      expect(answer).toMatchObject({ status: 403, body: { code: 'COUNTERPARTY_NOT_ALLOWED' } });
    }
  });

  it('answers for customers of the platform itself without another provider', async () => {
    const server = await start();
    const query = `customerId=${await newSender(server)}`;
    await newSender(server, { umaAddress: '$grace@uma.example.com', currencies: ['EUR', 'GBP'] });
    await server.request('PATCH', '/config', {
      supportedCurrencies: [
        {
          currencyCode: 'EUR',
          minAmount: 500,
          maxAmount: 20_000,
          requiredCounterpartyFields: [{ name: 'NATIONALITY', mandatory: true }],
        },
        { currencyCode: 'USD', minAmount: 1, maxAmount: 100, requiredCounterpartyFields: [] },
      ],
    });
    const { status, body } = await lookUp(server, '$Grace@uma.example.com', query);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      receiverUmaAddress: '$grace@uma.example.com',
      supportedCurrencies: [{ currency: { code: 'EUR' }, min: 500, max: 20_000 }],
      requiredPayerDataFields: [{ name: 'NATIONALITY', mandatory: true }],
    });
    await newCustomerId(server, { ...person, umaAddress: '$new@uma.example.com' });
    expect((await lookUp(server, '$new@uma.example.com', query)).body.code).toBe('INVALID_RECEIVER');
    expect((await lookUp(server, '$nobody@uma.example.com', query)).body.code).toBe('UMA_NOT_FOUND');
  });

  it('does not find the customers of another platform', async () => {
    const [server, other] = [await start(), await start()];
    await newSender(other, { umaAddress: '$grace@uma.example.com' });
    const answer = await lookUp(server, '$grace@uma.example.com', `customerId=${await newSender(server)}`);
    expect(answer.body.code).toBe('UMA_NOT_FOUND');
    const theirs = await newSender(other);
    expect((await lookUp(server, `$success.usd@${sandbox}`, `customerId=${theirs}`)).body.code).toBe(
      'CUSTOMER_NOT_FOUND',
    );
  });

  it('is kept for 15 minutes and then deleted', async () => {
    const server = await start();
    const query = `customerId=${await newSender(server)}`;
    await lookUp(server, `$success.usd@${sandbox}`, query);
    // The sweep runs in real time; the platform's clock decides what has expired.
    await server.advance(14 * minuteMs);
    await dueLookups.work(server.deps, failOnBug);
    expect(await lookupCount(server)).toBe(1);
    await server.advance(minuteMs);
    await dueLookups.work(server.deps, failOnBug);
    expect(await lookupCount(server)).toBe(0);
  });

  it('answers 20 lookups at the same time, and a token with VIEW', async () => {
    const { deps } = await start();
    const { database, isInside } = watchUnits(deps.database);
    const network = createSandboxUma();
    const asked: boolean[] = [];
    const uma: UmaNetwork = {
      ...network,
      lookUp: (...parts) => {
        asked.push(isInside());
        return network.lookUp(...parts);
      },
    };
    const server = await start({ deps: { database, uma } });
    const query = `customerId=${await newSender(server)}`;
    expect((await lookUp(server, `$success.usd@${sandbox}`, query)).status).toBe(200);
    expect(asked).toEqual([false]);
    expect(await database.read(async () => isInside())).toBe(true);
  });

  it('gives each of 20 parallel requests a lookup of its own, and requires the permission VIEW', async () => {
    const server = await start();
    const query = `customerId=${await newSender(server)}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => lookUp(server, `$success.usd@${sandbox}`, query)),
    );
    expect(new Set(answers.map(({ body }) => body.lookupId)).size).toBe(20);
    const viewer = await server.withToken(['VIEW']);
    expect((await lookUp(viewer, `$success.usd@${sandbox}`, query)).status).toBe(200);
    const others = await server.withToken(['TRANSACT', 'MANAGE']);
    expect((await lookUp(others, `$success.usd@${sandbox}`, query)).body.code).toBe('FORBIDDEN');
  });
});

eachEngine('looking up a UMA address', (start) => {
  it('is deleted by the clock of its platform, not by that of the system', async () => {
    const server = await start();
    await lookUp(server, `$success.usd@${sandbox}`, `customerId=${await newSender(server)}`);
    await server.deps.timekeeper.change(server.tenant, { isFrozen: true });
    server.clock.moveTo(plusMs(server.clock.now(), 60 * minuteMs));
    await dueLookups.work(server.deps, failOnBug);
    expect(await lookupCount(server)).toBe(1);
    await server.deps.timekeeper.change(server.tenant, { isFrozen: false });
    server.clock.moveTo(plusMs(server.clock.now(), 15 * minuteMs));
    await dueLookups.work(server.deps, failOnBug);
    expect(await lookupCount(server)).toBe(0);
  });
});
