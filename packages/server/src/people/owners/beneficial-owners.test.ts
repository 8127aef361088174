import { expect, it } from 'vitest';
import { business, newCustomerId } from '../../../test/customers.ts';
import { upload } from '../../../test/documents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { addOwner, owner, ownerInfo } from '../../../test/verification-packets.ts';
import { masked } from './personal-info.ts';

const unknownOwner = 'BeneficialOwner:0198c0de-7a20-7c15-9a01-3e4d5c6b7aff';

oneEngine('a beneficial owner', (start) => {
  it('is added to a business, returned with a masked identifier, and shown with the business', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, business);
    const added = await addOwner(server, customerId);
    expect(added).toMatchObject({
      status: 201,
      body: {
        ...owner,
        id: expect.stringMatching(/^BeneficialOwner:/),
        customerId,
        personalInfo: { ...ownerInfo, identifier: '*******6789' },
        kycStatus: 'UNVERIFIED',
        createdAt: server.clock.now(),
        updatedAt: server.clock.now(),
      },
    });
    expect((await server.request('GET', `/beneficial-owners/${added.body.id}`)).body).toEqual(added.body);
    const { body: shown } = await server.request('GET', `/customers/${customerId}`);
    expect(shown.beneficialOwners).toEqual([added.body]);
    const { body: list } = await server.request('GET', '/customers');
    expect(list.data[0].beneficialOwners).toEqual([added.body]);
  });

  it('is stored without name, identifier, address or birth date in plain text', async () => {
    const server = await start();
    await addOwner(server, await newCustomerId(server, business));
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('beneficial_owners').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(rows).toHaveLength(1);
    for (const secret of ['Hopper', '123-45-6789', 'Market Street', '1980-12-09']) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });

  it('has its identifier masked but for the last four characters, or wholly if it has no more', () => {
    expect([masked('123-45-6789'), masked('12345'), masked('1234'), masked('1')]).toEqual([
      '*******6789',
      '*2345',
      '****',
      '*',
    ]);
  });

  it.each([
    [{ roles: [] }, ['roles']],
    [{ roles: ['BOSS'] }, ['roles.0']],
    [{ ownershipPercentage: 101 }, ['ownershipPercentage']],
    [{ ownershipPercentage: 12.5 }, ['ownershipPercentage']],
    [{ personalInfo: {} }, ['firstName', 'lastName', 'birthDate', 'nationality', 'address', 'idType', 'identifier']],
    [{ personalInfo: { ...ownerInfo, identifier: '123' } }, ['identifier']],
    [{ personalInfo: { ...ownerInfo, identifier: '666-45-6789' } }, ['identifier']],
    [{ personalInfo: { ...ownerInfo, idType: 'ITIN' } }, ['identifier']],
    [{ personalInfo: { ...ownerInfo, countryOfIssuance: 'GB' } }, ['countryOfIssuance']],
    [{ personalInfo: { ...ownerInfo, idType: 'NON_US_TAX_ID', countryOfIssuance: 'US' } }, ['countryOfIssuance']],
    [{ personalInfo: { ...ownerInfo, birthDate: '2025-01-02' } }, ['birthDate']],
  ])('is refused with %j', async (changes, fields) => {
    const server = await start();
    const answer = await addOwner(server, await newCustomerId(server, business), changes);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer).map((field) => field.replace('personalInfo.', ''))).toEqual(fields);
  });

  it('is refused with a share that brings the total above 100 percent', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, business);
    await addOwner(server, customerId);
    const tooMuch = await addOwner(server, customerId, { ownershipPercentage: 41 });
    expect([tooMuch.status, refusedFields(tooMuch)]).toEqual([400, ['ownershipPercentage']]);
    const second = await addOwner(server, customerId, { ownershipPercentage: 40 });
    expect(second.status).toBe(201);
    const path = `/beneficial-owners/${second.body.id}`;
    expect((await server.request('PATCH', path, { ownershipPercentage: 41 })).status).toBe(400);
    expect((await server.request('PATCH', path, { ownershipPercentage: 20 })).status).toBe(200);
  });

  it('is refused for a person, a deleted business and a business of another platform', async () => {
    const server = await start();
    const person = await addOwner(server, await newCustomerId(server));
    expect([person.status, refusedFields(person)]).toEqual([400, ['customerId']]);
    const gone = await newCustomerId(server, business);
    await server.request('DELETE', `/customers/${gone}`);
    const stranger = await start();
    const foreign = await newCustomerId(stranger, business);
    for (const customerId of [gone, foreign]) {
      expect(await addOwner(server, customerId)).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
    }
  });

  it('is refused as the 101st owner of a business', async () => {
    const server = await start();
    const { database, ids } = server.deps;
    const customerId = await newCustomerId(server, business);
    await addOwner(server, customerId, { ownershipPercentage: 0 });
    await database.transaction(async (unit) => {
      const rows = await unit.select((db) => db.selectFrom('beneficial_owners').selectAll());
      for (let copy = 0; copy < 98; copy += 1)
        unit.insert(
          'beneficial_owners',
          rows.map((row) => ({ ...row, id: ids.next('BeneficialOwner') })),
        );
    });
    expect((await addOwner(server, customerId, { ownershipPercentage: 0 })).status).toBe(201);
    expect(refusedFields(await addOwner(server, customerId, { ownershipPercentage: 0 }))).toEqual(['customerId']);
    expect((await server.request('GET', `/customers/${customerId}`)).body.beneficialOwners).toHaveLength(100);
  });

  it('changes only the fields in the request', async () => {
    const server = await start();
    const { body: added } = await addOwner(server, await newCustomerId(server, business));
    await server.advance(1_000);
    const path = `/beneficial-owners/${added.id}`;
    const changed = await server.request('PATCH', path, {
      roles: ['DIRECTOR'],
      personalInfo: { lastName: 'Murray', identifier: '234-56-7890' },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...added,
        roles: ['DIRECTOR'],
        personalInfo: { ...added.personalInfo, lastName: 'Murray', identifier: '*******7890' },
        updatedAt: server.clock.now(),
      },
    });
    expect((await server.request('GET', path)).body).toEqual(changed.body);
    const wrong = await server.request('PATCH', path, { personalInfo: { idType: 'EIN' } });
    expect([wrong.status, refusedFields(wrong)]).toEqual([400, ['personalInfo.identifier']]);
  });

  it('is not found by another platform, and is read-only once its business is deleted', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, business);
    const { body: added } = await addOwner(server, customerId);
    const stranger = await start();
    for (const id of [added.id, unknownOwner]) {
      for (const [method, body] of [['GET'], ['PATCH', {}]] as const) {
        expect(await stranger.request(method, `/beneficial-owners/${id}`, body)).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND' },
        });
      }
    }
    expect((await stranger.request('GET', `/beneficial-owners?customerId=${customerId}`)).body.data).toEqual([]);
    await server.request('DELETE', `/customers/${customerId}`);
    expect((await server.request('PATCH', `/beneficial-owners/${added.id}`, {})).body.code).toBe('NOT_FOUND');
    // It can still be read, as its business can.
    for (const path of [`/beneficial-owners/${added.id}`, `/customers/${customerId}`])
      expect((await server.request('GET', path)).status).toBe(200);
  });

  it('can have documents of its own', async () => {
    const server = await start();
    const { body: added } = await addOwner(server, await newCustomerId(server, business));
    expect((await upload(server, added.id)).body.documentHolder).toBe(added.id);
    const { body: list } = await server.request('GET', `/documents?documentHolder=${added.id}`);
    expect(list.data).toHaveLength(1);
  });
});

eachEngine('a beneficial owner', (start) => {
  it('is listed per business, newest first, in pages', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, business);
    const other = await newCustomerId(server, { ...business, platformCustomerId: 'other' });
    await addOwner(server, other);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      await server.advance(1_000);
      ids.unshift((await addOwner(server, customerId, { ownershipPercentage: 10 })).body.id);
    }
    const first = await server.request('GET', `/beneficial-owners?customerId=${customerId}&limit=2`);
    const cursor = first.body.nextCursor;
    const second = await server.request('GET', `/beneficial-owners?customerId=${customerId}&limit=2&cursor=${cursor}`);
    expect([...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect((await server.request('GET', '/beneficial-owners')).status).toBe(400);
    expect((await server.request('GET', `/beneficial-owners?customerId=${customerId}&cursor=x`)).status).toBe(400);
  });
});
