import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { fileOf, formOf, passport, upload, withFiles } from '../../../test/documents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { newWorld } from '../../../test/worlds.ts';

const kibibyte = 1024;
const settings = { documentBytes: 1024 * kibibyte };
const noSpace = { status: 409, body: { code: 'CONFLICT', reason: expect.stringContaining('all of their space') } };

eachEngine('the documents of a platform', (start) => {
  it('are refused with CONFLICT once they would take more than their space, and no file is stored', async () => {
    const { server, customerId, stored } = await withFiles((options) => start({ ...options, settings }));
    const large = fileOf('pdf', 768 * kibibyte);
    expect((await upload(server, customerId, { file: large })).status).toBe(201);
    const another = await newCustomerId(server);
    expect(await upload(server, another, { file: large })).toMatchObject(noSpace);
    expect(stored()).toHaveLength(1);
    expect((await upload(server, another, { file: fileOf('pdf', 256 * kibibyte) })).status).toBe(201);
  });

  it('count as at least 256 KiB each', async () => {
    const { server } = await withFiles((options) => start({ ...options, settings }));
    for (let stored = 0; stored < 4; stored += 1)
      expect((await upload(server, await newCustomerId(server))).status).toBe(201);
    expect(await upload(server, await newCustomerId(server))).toMatchObject(noSpace);
  });

  it('have room again after one is deleted', async () => {
    const { server, customerId } = await withFiles((options) => start({ ...options, settings }));
    const whole = fileOf('pdf', 1024 * kibibyte);
    const { id } = (await upload(server, customerId, { file: whole })).body;
    const another = await newCustomerId(server);
    expect(await upload(server, another, { file: whole })).toMatchObject(noSpace);
    expect((await server.request('DELETE', `/documents/${id}`)).status).toBe(204);
    expect((await upload(server, another, { file: whole })).status).toBe(201);
  });
});

oneEngine('a replacement in a full space', (start) => {
  it('is accepted if it is no larger, and refused with CONFLICT otherwise', async () => {
    const { server, customerId } = await withFiles((options) => start({ ...options, settings }));
    const { id } = (await upload(server, customerId, { file: fileOf('pdf', 1024 * kibibyte) })).body;
    const replace = (bytes: number) =>
      server.request(
        'PUT',
        `/documents/${id}`,
        formOf({ ...passport, documentHolder: customerId, file: fileOf('pdf', bytes) }),
      );
    expect(await replace(1024 * kibibyte + 1)).toMatchObject(noSpace);
    expect((await replace(1024 * kibibyte)).status).toBe(200);
  });
});

oneEngine('the space of the documents', (start) => {
  it('is one for a platform and its sandbox worlds, and another for another platform', async () => {
    const { server, customerId } = await withFiles((options) => start({ ...options, settings }));
    const file = fileOf('pdf', 768 * kibibyte);
    expect((await upload(server, customerId, { file })).status).toBe(201);
    const world = await newWorld(server);
    const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
    const { id: documentHolder } = (await world.request('POST', '/customers', person)).body;
    const form = formOf({ ...passport, documentHolder, file });
    expect(await world.request('POST', '/documents', form)).toMatchObject(noSpace);
    const other = await withFiles((options) => start({ ...options, settings }));
    expect((await upload(other.server, other.customerId, { file })).status).toBe(201);
  });
});
