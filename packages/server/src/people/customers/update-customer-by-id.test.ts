import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { business, consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';

const unknownId = 'Customer:00000000-0000-7000-8000-000000000000';
const individual = { customerType: 'INDIVIDUAL' } as const;

oneEngine('changing a customer', (start) => {
  it('changes the fields in the request and keeps the others', async () => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, birthDate: '1990-12-10', region: 'US', currencies: ['USD'] });
    const before = (await server.request('GET', `/customers/${id}`)).body;
    await server.advance(1000);
    const change = {
      ...individual,
      fullName: 'Ada King',
      email: 'ada@example.com',
      nationality: 'GB',
      currencies: ['EUR', 'USD'],
    };
    const answer = await server.request('PATCH', `/customers/${id}`, change);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, ...change, updatedAt: '2025-01-01T00:00:01.000Z' });
    expect((await server.request('GET', `/customers/${id}`)).body).toEqual(answer.body);
  });

  it('changes single members of businessInfo and keeps the others', async () => {
    const server = await start();
    const id = await newCustomerId(server, business);
    const answer = await server.request('PATCH', `/customers/${id}`, {
      customerType: 'BUSINESS',
      businessInfo: { registrationNumber: '5523041' },
    });
    expect(answer.body.businessInfo).toEqual({ ...business.businessInfo, registrationNumber: '5523041' });
  });

  it('replaces an address as a whole', async () => {
    const server = await start();
    const id = await newCustomerId(server, {
      ...person,
      address: { line1: 'a', line2: 'b', postalCode: '1', country: 'US' },
    });
    const address = { line1: 'c', postalCode: '2', country: 'GB' };
    expect((await server.request('PATCH', `/customers/${id}`, { ...individual, address })).body.address).toEqual(
      address,
    );
  });

  it('requires the customer type', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const answer = await server.request('PATCH', `/customers/${id}`, { fullName: 'Ada King' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toContain('customerType');
  });

  it('refuses a customer type other than that of the customer', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const answer = await server.request('PATCH', `/customers/${id}`, { customerType: 'BUSINESS' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['customerType']);
  });

  it('refuses email and phone number in one request and names both', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const answer = await server.request('PATCH', `/customers/${id}`, {
      ...individual,
      email: 'ada@example.com',
      phoneNumber: '+14155550100',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['email', 'phoneNumber']);
    for (const change of [{ email: 'ada@example.com' }, { phoneNumber: '+14155550100' }]) {
      expect((await server.request('PATCH', `/customers/${id}`, { ...individual, ...change })).body).toMatchObject(
        change,
      );
    }
  });

  it.each([
    ['region', 'GB'],
    ['platformCustomerId', 'user-2'],
  ])('refuses a different %s and accepts the current one', async (field, value) => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, region: 'US', platformCustomerId: 'user-1' });
    const answer = await server.request('PATCH', `/customers/${id}`, { ...individual, [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([field]);
    const { body } = await server.request('GET', `/customers/${id}`);
    expect(await server.request('PATCH', `/customers/${id}`, { ...individual, [field]: body[field] })).toMatchObject({
      status: 200,
      body: { region: 'US', platformCustomerId: 'user-1' },
    });
  });

  it('accepts a customer that is sent back as it was read', async () => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, region: 'US', endUserTermsConsent: consent });
    const { body } = await server.request('GET', `/customers/${id}`);
    expect(await server.request('PATCH', `/customers/${id}`, body)).toMatchObject({ status: 200, body });
  });

  it('refuses a UMA address of another domain and a currency the platform does not support', async () => {
    const server = await start({ currencies: ['USD'] });
    const id = await newCustomerId(server);
    const address = await server.request('PATCH', `/customers/${id}`, {
      ...individual,
      umaAddress: '$ada@elsewhere.example.com',
    });
    expect(refusedFields(address)).toEqual(['umaAddress']);
    const currency = await server.request('PATCH', `/customers/${id}`, { ...individual, currencies: ['EUR'] });
    expect(currency).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } });
  });

  it('does not find a deleted customer, an unknown one or one of another platform', async () => {
    const server = await start();
    const other = await start();
    const foreign = await newCustomerId(other);
    const deleted = await newCustomerId(server);
    await server.request('DELETE', `/customers/${deleted}`);
    for (const id of [deleted, unknownId, foreign]) {
      const answer = await server.request('PATCH', `/customers/${id}`, { ...individual, fullName: 'Nobody' });
      expect(answer).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
    }
    expect((await other.request('GET', `/customers/${foreign}`)).body.fullName).toBe(person.fullName);
  });

  it('does not reopen a settled verification when the customer is renamed', async () => {
    const server = await start();
    const approved = await newCustomerId(server);
    const rejected = await newCustomerId(server, { ...person, fullName: 'Ada Lovelace 002' });
    await server.request('PATCH', `/customers/${approved}`, { ...individual, fullName: 'Ada Lovelace 002' });
    await server.request('PATCH', `/customers/${rejected}`, { ...individual, fullName: 'Ada Lovelace' });
    expect((await server.request('GET', `/customers/${approved}`)).body.verificationStatus).toBe('APPROVED');
    expect((await server.request('GET', `/customers/${rejected}`)).body.verificationStatus).toBe('REJECTED');
    expect(await committedEvents(server, approved)).toHaveLength(1);
  });

  it('returns the code of the first broken rule in the order of the specification', async () => {
    const server = await start({ currencies: ['USD'] });
    await newCustomerId(server, { ...person, umaAddress: '$ada@uma.example.com' });
    const deleted = await newCustomerId(server);
    await server.request('DELETE', `/customers/${deleted}`);
    const id = await newCustomerId(server);
    const rest = {
      currencies: ['EUR'],
      umaAddress: '$ada@uma.example.com',
      endUserTermsConsent: { ...consent, termsVersion: 'V0' },
    };
    const codeOf = async (customerId: string, body: object): Promise<string> =>
      (await server.request('PATCH', `/customers/${customerId}`, body)).body.code;
    const contacts = { email: 'ada@example.com', phoneNumber: '+14155550100' };
    expect(await codeOf(deleted, { ...rest, ...contacts, customerType: 'BUSINESS' })).toBe('INVALID_INPUT');
    expect(await codeOf(deleted, { ...rest, customerType: 'BUSINESS' })).toBe('CUSTOMER_NOT_FOUND');
    expect(await codeOf(id, { ...rest, customerType: 'BUSINESS' })).toBe('INVALID_INPUT');
    expect(await codeOf(id, { ...rest, ...individual })).toBe('END_USER_TERMS_VERSION_NOT_FOUND');
    expect(await codeOf(id, { ...rest, ...individual, endUserTermsConsent: consent })).toBe('INVALID_CURRENCY');
    expect(await codeOf(id, { ...individual, umaAddress: '$ada@uma.example.com' })).toBe('UMA_ADDRESS_EXISTS');
  });

  it('needs the permission MANAGE', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await viewer.request('PATCH', `/customers/${id}`, individual)).body.code).toBe('FORBIDDEN');
  });
});

eachEngine('changing a customer', (start) => {
  it('keeps all of four parallel changes to different fields', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const changes = [
      { nationality: 'GB' },
      { birthDate: '1990-12-10' },
      { email: 'ada@example.com' },
      { purposeOfAccount: 'P2P_TRANSFERS' },
    ];
    await Promise.all(
      changes.map((change) => server.request('PATCH', `/customers/${id}`, { ...individual, ...change })),
    );
    expect((await server.request('GET', `/customers/${id}`)).body).toMatchObject(Object.assign({}, ...changes));
  });

  it('refuses a UMA address that another customer has or had', async () => {
    const server = await start();
    await newCustomerId(server, { ...person, umaAddress: '$ada@uma.example.com' });
    const deleted = await newCustomerId(server, { ...person, umaAddress: '$old@uma.example.com' });
    await server.request('DELETE', `/customers/${deleted}`);
    const id = await newCustomerId(server);
    for (const umaAddress of ['$ADA@uma.example.com', '$old@uma.example.com']) {
      const answer = await server.request('PATCH', `/customers/${id}`, { ...individual, umaAddress });
      expect(answer).toMatchObject({ status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } });
    }
    const free = await server.request('PATCH', `/customers/${id}`, {
      ...individual,
      umaAddress: '$free@uma.example.com',
    });
    expect(free.body.umaAddress).toBe('$free@uma.example.com');
  });

  it('gives a UMA address to one of two customers that request it in parallel', async () => {
    const server = await start();
    const ids = await Promise.all([newCustomerId(server), newCustomerId(server)]);
    const answers = await Promise.all(
      ids.map((id) =>
        server.request('PATCH', `/customers/${id}`, { ...individual, umaAddress: '$ada@uma.example.com' }),
      ),
    );
    expect(answers.map((answer) => answer.body.code ?? answer.status).sort()).toEqual([200, 'UMA_ADDRESS_EXISTS']);
  });
});

oneEngine('consent after creation', (start) => {
  it('stores the consent and opens the accounts once', async () => {
    const server = await start({ currencies: ['USD', 'EUR'] });
    const id = await newCustomerId(server);
    const answer = await server.request('PATCH', `/customers/${id}`, { ...individual, endUserTermsConsent: consent });
    expect(answer.body.endUserTermsConsent).toEqual(consent);
    const opened = await server.request('GET', `/customers/internal-accounts?customerId=${id}`);
    expect(opened.body.data).toHaveLength(2);
    await server.request('PATCH', `/customers/${id}`, {
      ...individual,
      endUserTermsConsent: { ...consent, acceptanceMethod: 'CLICK_TO_ACCEPT' },
    });
    expect((await server.request('GET', `/customers/internal-accounts?customerId=${id}`)).body).toEqual(opened.body);
    expect((await server.request('GET', `/customers/${id}`)).body.endUserTermsConsent.acceptanceMethod).toBe(
      'CLICK_TO_ACCEPT',
    );
  });

  it('opens accounts for the currencies of the customer, and for one added later', async () => {
    const server = await start({ currencies: ['USD', 'EUR', 'GBP'] });
    const id = await newCustomerId(server, { ...person, currencies: ['USD'] });
    const openAfter = async (change: object): Promise<string[]> => {
      await server.request('PATCH', `/customers/${id}`, { ...individual, ...change });
      const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${id}`);
      return body.data
        .map((account: { balance: { currency: { code: string } } }) => account.balance.currency.code)
        .sort();
    };
    expect(await openAfter({ endUserTermsConsent: consent })).toEqual(['USD']);
    expect(await openAfter({ currencies: ['USD', 'EUR'] })).toEqual(['EUR', 'USD']);
    expect(await openAfter({ currencies: ['EUR'] })).toEqual(['EUR', 'USD']);
  });

  it('opens no account for a change without consent', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    await server.request('PATCH', `/customers/${id}`, { ...individual, fullName: 'Ada King' });
    expect((await server.request('GET', `/customers/internal-accounts?customerId=${id}`)).body.data).toEqual([]);
  });

  it('refuses an unknown termsVersion, and any consent on a regulated platform', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const unknown = await server.request('PATCH', `/customers/${id}`, {
      ...individual,
      endUserTermsConsent: { ...consent, termsVersion: 'V0' },
    });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'END_USER_TERMS_VERSION_NOT_FOUND' } });
    const regulated = await start({ isRegulated: true });
    const ownId = await newCustomerId(regulated);
    const refused = await regulated.request('PATCH', `/customers/${ownId}`, {
      ...individual,
      endUserTermsConsent: consent,
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(refused)).toEqual(['endUserTermsConsent']);
  });
});

eachEngine('consent after creation', (start) => {
  it('opens the accounts once when the consent is recorded three times in parallel', async () => {
    const server = await start({ currencies: ['USD', 'EUR'] });
    const id = await newCustomerId(server);
    const record = () => server.request('PATCH', `/customers/${id}`, { ...individual, endUserTermsConsent: consent });
    const answers = await Promise.all([record(), record(), record()]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await server.request('GET', `/customers/internal-accounts?customerId=${id}`)).body.data).toHaveLength(2);
    const opened = (await committedEvents(server)).filter(
      (event) => event.data.customerId === id && event.type === 'INTERNAL_ACCOUNT.STATUS_UPDATED',
    );
    expect(opened).toHaveLength(2);
  });
});
