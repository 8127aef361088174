import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { fileOf, formOf, passport, upload, withFiles } from '../../../test/documents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';

const mebibyte = 1024 * 1024;
const unknownId = '0198c0de-7a26-7c3f-9e07-a1b2c3d4e5ff';

oneEngine('a document', (start) => {
  it('is stored with its fields, and returned and listed without its file', async () => {
    const { server, customerId, stored } = await withFiles(start);
    const answer = await upload(server, customerId, { fileName: 'passport.pdf' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^Document:/),
        documentHolder: customerId,
        ...passport,
        fileName: 'passport.pdf',
        createdAt: server.clock.now(),
        updatedAt: server.clock.now(),
      },
    });
    expect(answer.body).not.toHaveProperty('side');
    expect(stored()).toHaveLength(1);
    expect((await server.request('GET', `/documents/${answer.body.id}`)).body).toEqual(answer.body);
    const list = await server.request('GET', `/documents?documentHolder=${customerId}`);
    expect(list.body).toEqual({ data: [answer.body], hasMore: false, nextCursor: null });
  });

  it('is stored without number, issuing authority or file name in plain text', async () => {
    const { server, customerId } = await withFiles(start);
    await upload(server, customerId, { fileName: 'ada-passport.pdf' });
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('documents').selectAll().where('tenant', '=', server.tenant)),
    );
    const text = JSON.stringify(rows);
    expect(text).toContain('PASSPORT');
    for (const secret of [passport.documentNumber, passport.issuingAuthority, 'ada-passport']) {
      expect(text).not.toContain(secret);
    }
  });

  it.each(['pdf', 'jpeg', 'png'] as const)('is accepted as %s by its content, whatever its file name', async (kind) => {
    const { server, customerId } = await withFiles(start);
    expect((await upload(server, customerId, { file: fileOf(kind), fileName: 'x.txt' })).status).toBe(201);
  });

  it.each([
    ['a text file', Buffer.from('hello')],
    ['a GIF', Buffer.from('GIF89a')],
    ['a PDF with a leading space', Buffer.from(' %PDF-1.7')],
    ['an empty file', Buffer.alloc(0)],
    ['more than 10 MiB', fileOf('pdf', 10 * mebibyte + 1)],
  ])('is refused when it is %s, and no file is stored', async (_name, file) => {
    const { server, customerId, stored } = await withFiles(start);
    const answer = await upload(server, customerId, { file });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['file']);
    expect(stored()).toEqual([]);
  });

  it('is accepted with a file of 10 MiB', async () => {
    const { server, customerId } = await withFiles(start);
    expect((await upload(server, customerId, { file: fileOf('png', 10 * mebibyte) })).status).toBe(201);
  });

  it.each(['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'])(
    'of type %s requires documentNumber and issuingAuthority, reported along with an invalid file',
    async (documentType) => {
      const { server, customerId } = await withFiles(start);
      const form = formOf({
        documentHolder: customerId,
        documentType,
        country: 'US',
        side: 'FRONT',
        file: Buffer.from('x'),
      });
      const answer = await server.request('POST', '/documents', form);
      expect(answer.status).toBe(400);
      expect(refusedFields(answer)).toEqual(['file', 'documentNumber', 'issuingAuthority']);
    },
  );

  it.each(['DRIVERS_LICENSE', 'NATIONAL_ID'])(
    'of type %s requires a side and is accepted once per side',
    async (documentType) => {
      const { server, customerId } = await withFiles(start);
      const without = await upload(server, customerId, { documentType });
      expect([without.status, refusedFields(without)]).toEqual([400, ['side']]);
      const front = await upload(server, customerId, { documentType, side: 'FRONT' });
      const back = await upload(server, customerId, { documentType, side: 'BACK' });
      expect([front.status, back.status]).toEqual([201, 201]);
      expect([front.body.side, back.body.side]).toEqual(['FRONT', 'BACK']);
      expect(await upload(server, customerId, { documentType, side: 'BACK' })).toMatchObject({
        status: 409,
        body: { code: 'DOCUMENT_ALREADY_EXISTS', details: { documentId: back.body.id } },
      });
    },
  );

  it.each([
    ['an unknown customer', `Customer:${unknownId}`],
    ['an unknown beneficial owner', `BeneficialOwner:${unknownId}`],
  ])('is refused for %s with DOCUMENT_HOLDER_NOT_FOUND', async (_name, holder) => {
    const { server, stored } = await withFiles(start);
    expect(await upload(server, holder)).toMatchObject({ status: 404, body: { code: 'DOCUMENT_HOLDER_NOT_FOUND' } });
    expect(stored()).toEqual([]);
  });

  it('is refused for a foreign and for a deleted customer with DOCUMENT_HOLDER_NOT_FOUND', async () => {
    const { server, customerId } = await withFiles(start);
    const stranger = await withFiles(start);
    await server.request('DELETE', `/customers/${customerId}`);
    for (const answer of [await upload(stranger.server, customerId), await upload(server, customerId)]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'DOCUMENT_HOLDER_NOT_FOUND' } });
    }
  });

  it.each([
    ['201', 'LOW_QUALITY'],
    ['202', 'INCOMPLETE'],
    ['203', 'EXPIRED'],
    ['204', 'UNSUITABLE_DOCUMENT'],
    ['205', 'DATA_MISMATCH'],
    ['206', 'SUSPECTED_FRAUD'],
  ])('whose number ends in %s is refused with %s in the sandbox', async (suffix, code) => {
    const { server, customerId, stored } = await withFiles(start);
    const answer = await upload(server, customerId, { documentNumber: `X${suffix}` });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(stored()).toEqual([]);
    const good = await upload(server, customerId);
    const form = formOf({ ...passport, documentNumber: `X${suffix}`, file: fileOf('pdf') });
    expect(await server.request('PUT', `/documents/${good.body.id}`, form)).toMatchObject({
      status: 400,
      body: { code },
    });
    expect((await server.request('GET', `/documents/${good.body.id}`)).body).toEqual(good.body);
    expect(stored()).toHaveLength(1);
  });

  it('is accepted in production with a number ending in 201', async () => {
    const { server, customerId } = await withFiles(start, 'PRODUCTION');
    expect((await upload(server, customerId, { documentNumber: 'X201' })).status).toBe(201);
  });

  it('keeps its id and holder when its file is replaced, and the old file is deleted', async () => {
    const { server, customerId, stored } = await withFiles(start);
    const { body: document } = await upload(server, customerId);
    const before = stored();
    await server.advance(60_000);
    const form = formOf({
      ...passport,
      country: 'GB',
      documentNumber: '1',
      file: fileOf('png'),
      fileName: 'sharp.png',
    });
    const answer = await server.request('PUT', `/documents/${document.id}`, form);
    expect(answer).toMatchObject({
      status: 200,
      body: { ...document, country: 'GB', documentNumber: '1', fileName: 'sharp.png', updatedAt: server.clock.now() },
    });
    await server.advance(0);
    expect(stored()).toHaveLength(1);
    expect(stored()).not.toEqual(before);
    expect((await server.request('GET', `/documents/${document.id}`)).body).toEqual(answer.body);
  });

  it('cannot be replaced with another type or side', async () => {
    const { server, customerId } = await withFiles(start);
    const { body: document } = await upload(server, customerId);
    const form = formOf({ ...passport, documentType: 'NATIONAL_ID', side: 'BACK', file: fileOf('pdf') });
    const answer = await server.request('PUT', `/documents/${document.id}`, form);
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['documentType', 'side']]);
  });

  it('is deleted with its file before submission, and a second deletion returns NOT_FOUND', async () => {
    const { server, customerId, stored } = await withFiles(start);
    const { body: document } = await upload(server, customerId);
    const erased = await server.request('DELETE', `/documents/${document.id}`);
    expect([erased.status, erased.text]).toEqual([204, '']);
    await server.advance(0);
    expect(stored()).toEqual([]);
    const again = await server.request('DELETE', `/documents/${document.id}`);
    expect(again).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await upload(server, customerId)).status).toBe(201);
  });

  it('is neither found, changed, deleted nor listed by another platform', async () => {
    const { server, customerId } = await withFiles(start);
    const { body: document } = await upload(server, customerId);
    const stranger = (await withFiles(start)).server;
    const path = `/documents/${document.id}`;
    const answers = [
      await stranger.request('GET', path),
      await stranger.request('PUT', path, formOf({ ...passport, file: fileOf('pdf') })),
      await stranger.request('DELETE', path),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await stranger.request('GET', '/documents')).body.data).toEqual([]);
    expect((await server.request('GET', path)).status).toBe(200);
  });
});

eachEngine('a document', (start) => {
  it('is accepted once per type, even with eight parallel uploads', async () => {
    const { server, customerId, stored } = await withFiles(start);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(server, customerId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(stored()).toHaveLength(1);
    expect((await upload(server, customerId, { documentType: 'BANK_STATEMENT' })).status).toBe(201);
  });

  it('is listed newest first, in pages', async () => {
    const { server, customerId } = await withFiles(start);
    for (const documentType of ['BANK_STATEMENT', 'TAX_RETURN', 'UTILITY_BILL']) {
      await server.advance(1_000);
      await upload(server, customerId, { documentType });
    }
    const first = await server.request('GET', '/documents?limit=2');
    const second = await server.request('GET', `/documents?limit=2&cursor=${first.body.nextCursor}`);
    const types = [...first.body.data, ...second.body.data].map(
      ({ documentType }: { documentType: string }) => documentType,
    );
    expect(types).toEqual(['UTILITY_BILL', 'TAX_RETURN', 'BANK_STATEMENT']);
    expect([first.body.hasMore, second.body.hasMore]).toEqual([true, false]);
    expect((await server.request('GET', '/documents?cursor=x')).status).toBe(400);
    expect((await server.request('GET', '/documents?documentHolder=x')).status).toBe(400);
  });
});
