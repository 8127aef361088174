import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { business, consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { IndividualProfile } from './customer-profile.ts';

oneEngine('creating a customer', (start) => {
  it('returns the person as given and as stored', async () => {
    const server = await start();
    const given = {
      ...person,
      platformCustomerId: 'user-4711',
      region: 'US',
      currencies: ['USD', 'EUR'],
      email: 'ada@example.com',
      phoneNumber: '+14155550100',
      umaAddress: '$ada@uma.example.com',
      birthDate: '1990-12-10',
      nationality: 'GB',
      address: { line1: '548 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94104', country: 'US' },
      purposeOfAccount: 'P2P_TRANSFERS',
    };
    const answer = await server.request('POST', '/customers', given);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...given,
      id: expect.stringMatching(/^Customer:[0-9a-f-]{36}$/),
      verificationStatus: 'APPROVED',
      kycStatus: 'APPROVED',
      isDeleted: false,
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
    });
    expect((await server.request('GET', `/customers/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('returns the business as given, UNVERIFIED', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', business);
    expect(answer.body).toMatchObject({ ...business, verificationStatus: 'UNVERIFIED', kybStatus: 'UNVERIFIED' });
    expect(answer.body).not.toHaveProperty('kycStatus');
  });

  it('requires the customer type', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', { fullName: 'Ada Lovelace' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toContain('customerType');
  });

  it('requires legalName, country, incorporatedOn and taxId of a business, naming each missing one', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', { customerType: 'BUSINESS', businessInfo: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(
      expect.arrayContaining([
        'businessInfo.legalName',
        'businessInfo.country',
        'businessInfo.incorporatedOn',
        'businessInfo.taxId',
      ]),
    );
  });

  it('generates a platformCustomerId and a UMA address when none is given', async () => {
    const server = await start();
    const { body } = await server.request('POST', '/customers', person);
    expect(body.platformCustomerId).not.toBe('');
    expect(body.umaAddress).toMatch(/^\$[a-z0-9\-_.+]{1,63}@uma\.example\.com$/);
    const other = await server.request('POST', '/customers', person);
    expect(other.body.platformCustomerId).not.toBe(body.platformCustomerId);
    expect(other.body.umaAddress).not.toBe(body.umaAddress);
  });

  it('stores a UMA address in lower case', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', { ...person, umaAddress: '$Ada.L@UMA.example.com' });
    expect(answer.body.umaAddress).toBe('$ada.l@uma.example.com');
  });

  it.each([
    ['without its dollar sign', 'ada@uma.example.com'],
    ['with a space', '$ada lovelace@uma.example.com'],
    ['of more than 64 characters', `$${'a'.repeat(64)}@uma.example.com`],
    ['of another domain', '$ada@elsewhere.example.com'],
  ])('refuses a UMA address %s', async (_, umaAddress) => {
    const server = await start();
    const answer = await server.request('POST', '/customers', { ...person, umaAddress });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['umaAddress']);
  });

  it('accepts a UMA name of 64 characters with every allowed special character', async () => {
    const server = await start();
    const umaAddress = `$${'a'.repeat(58)}1-_.+@uma.example.com`;
    expect((await server.request('POST', '/customers', { ...person, umaAddress })).status).toBe(201);
  });

  it('refuses a currency that the platform does not support with INVALID_CURRENCY', async () => {
    const server = await start({ currencies: ['USD', 'EUR'] });
    const answer = await server.request('POST', '/customers', { ...person, currencies: ['USD', 'GBP'] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } });
    expect(answer.body.reason).toContain('GBP');
  });

  it('reports every invalid field at once with its constraint', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', {
      ...person,
      email: 'nowhere',
      phoneNumber: '12',
      birthDate: '1990-13-10',
      region: 'usa',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    const errors: { field: string; constraint: object }[] = answer.body.details.errors;
    expect(errors).toHaveLength(4);
    expect(Object.fromEntries(errors.map(({ field, constraint }) => [field, constraint]))).toEqual({
      email: { format: 'email' },
      phoneNumber: { pattern: '^\\+[1-9]\\d{1,14}$' },
      birthDate: { format: 'date' },
      region: { pattern: '^[A-Z]{2}$' },
    });
  });

  it('lists all invalid fields together, under the code of the first broken rule', async () => {
    const server = await start({ currencies: ['USD'] });
    const terms = { ...consent, termsVersion: 'V9' };
    const ask = async (fields: object): Promise<unknown> => {
      const answer = await server.request('POST', '/customers', { ...person, ...fields });
      return [answer.status, answer.body.code, refusedFields(answer)];
    };
    const wrong = { currencies: ['ZZZ'], endUserTermsConsent: terms };
    const fields = ['endUserTermsConsent.termsVersion', 'currencies'];
    expect(await ask({ ...wrong, birthDate: '2999-01-01' })).toEqual([400, 'INVALID_INPUT', ['birthDate', ...fields]]);
    expect(await ask(wrong)).toEqual([400, 'END_USER_TERMS_VERSION_NOT_FOUND', fields]);
    expect(await ask({ currencies: ['ZZZ'] })).toEqual([400, 'INVALID_CURRENCY', ['currencies']]);
  });

  it('stores the identifier sealed and never returns it', async () => {
    const server = await start();
    const number = '123-45-6789';
    const answer = await server.request('POST', '/customers', { ...person, idType: 'SSN', identifier: number });
    expect(answer.body.idType).toBe('SSN');
    const read = await server.request('GET', `/customers/${answer.body.id}`);
    const list = await server.request('GET', '/customers');
    for (const { text } of [answer, read, list]) expect(text).not.toMatch(/dentifier/);
    expect(JSON.stringify(await committedEvents(server))).not.toContain(number);
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('customers').select('profile')),
    );
    const profiles = rows.map((row) => readJson(row.profile) as IndividualProfile);
    expect(JSON.stringify(profiles)).not.toContain(number);
    const kept = profiles.flatMap(({ sealedIdentifier }) => sealedIdentifier ?? []);
    expect(kept.map(server.deps.sealer.unseal)).toContain(number);
  });

  it('ignores unknown members', async () => {
    const server = await start();
    const answer = await server.request('POST', '/customers', {
      ...person,
      favouriteColour: 'blue',
      address: { line1: 'a', postalCode: '1', country: 'US', planet: 'earth' },
    });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toMatch(/favouriteColour|planet/);
  });

  it('returns the code of the first broken rule in the order of the specification', async () => {
    const server = await start({ currencies: ['USD'] });
    await newCustomerId(server, { ...person, platformCustomerId: 'user-1', umaAddress: '$ada@uma.example.com' });
    const repairs = [
      ['INVALID_INPUT', { endUserTermsConsent: { ...consent, termsVersion: 'V0' } }],
      ['END_USER_TERMS_VERSION_NOT_FOUND', { endUserTermsConsent: consent }],
      ['INVALID_CURRENCY', { currencies: ['USD'] }],
      ['CONFLICT', { platformCustomerId: 'user-2' }],
      ['UMA_ADDRESS_EXISTS', { umaAddress: '$grace@uma.example.com' }],
    ] as const;
    let body: object = {
      ...person,
      platformCustomerId: 'user-1',
      umaAddress: '$ada@uma.example.com',
      currencies: ['EUR'],
      endUserTermsConsent: { ...consent, termsVersion: 'V0', ipAddress: 'here' },
    };
    for (const [code, repair] of repairs) {
      expect((await server.request('POST', '/customers', body)).body.code).toBe(code);
      body = { ...body, ...repair };
    }
    expect((await server.request('POST', '/customers', body)).status).toBe(201);
  });

  it('refuses a token without the permission MANAGE', async () => {
    const server = await start();
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    expect(await viewer.request('POST', '/customers', person)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
  });
});

eachEngine('creating a customer', (start) => {
  it('refuses a platformCustomerId that an active customer of the platform has', async () => {
    const server = await start();
    await newCustomerId(server, { ...person, platformCustomerId: 'user-1' });
    const answer = await server.request('POST', '/customers', { ...business, platformCustomerId: 'user-1' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await server.request('GET', '/customers')).body.data).toHaveLength(1);
  });

  it('accepts one of eight parallel requests with the same platformCustomerId', async () => {
    const server = await start();
    const requests = Array.from({ length: 8 }, () =>
      server.request('POST', '/customers', { ...person, platformCustomerId: 'user-1' }),
    );
    const answers = await Promise.all(requests);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) expect(answer.body.code).toBe('CONFLICT');
  });

  it('accepts the platformCustomerId of a deleted customer, and of another platform', async () => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, platformCustomerId: 'user-1' });
    const other = await start();
    await newCustomerId(other, { ...person, platformCustomerId: 'user-1' });
    await server.request('DELETE', `/customers/${id}`);
    expect((await server.request('POST', '/customers', { ...person, platformCustomerId: 'user-1' })).status).toBe(201);
  });

  it('refuses a UMA address in use, in upper or lower case, with UMA_ADDRESS_EXISTS', async () => {
    const server = await start();
    await newCustomerId(server, { ...person, umaAddress: '$Ada@uma.example.com' });
    const answer = await server.request('POST', '/customers', { ...person, umaAddress: '$ADA@uma.example.com' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } });
  });

  it('accepts one of four parallel requests with the same UMA address', async () => {
    const server = await start();
    const requests = Array.from({ length: 4 }, () =>
      server.request('POST', '/customers', { ...person, umaAddress: '$ada@uma.example.com' }),
    );
    const answers = await Promise.all(requests);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer.body.code).toBe('UMA_ADDRESS_EXISTS');
  });

  it('refuses a UMA address that a deleted customer had', async () => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, umaAddress: '$ada@uma.example.com' });
    await server.request('DELETE', `/customers/${id}`);
    const answer = await server.request('POST', '/customers', { ...person, umaAddress: '$ada@uma.example.com' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } });
  });
});
