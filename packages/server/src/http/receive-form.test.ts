import { Buffer } from 'node:buffer';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fileOf, formOf, passport, upload, withFiles } from '../../test/documents.ts';
import { oneEngine } from '../../test/each-engine.ts';
import { refusedFields } from '../../test/refused-fields.ts';
import type { TestServer } from '../../test/test-server.ts';
import { DatabaseUnavailable } from '../ground/database/database.ts';

const mebibyte = 1024 * 1024;

oneEngine('a multipart upload', (start) => {
  const boundary = 'x-boundary';
  const type = `multipart/form-data; boundary=${boundary}`;

  async function raw(server: TestServer, body: string, contentType: string | undefined = type) {
    return server.request('POST', '/documents', body, { 'content-type': contentType });
  }

  it('is refused with every missing or invalid part named', async () => {
    const { server } = await withFiles(start);
    const empty = await server.request('POST', '/documents', formOf({ x: 'y' }));
    expect(empty.status).toBe(400);
    expect(refusedFields(empty).sort()).toEqual(['country', 'documentHolder', 'documentType', 'file']);
    const text = await server.request('POST', '/documents', formOf({ ...passport, documentHolder: 'x' }));
    expect(refusedFields(text).sort()).toEqual(['documentHolder', 'file']);
  });

  it('is refused with SERVICE_UNAVAILABLE when the file cannot be stored', async () => {
    const { server } = await withFiles(start, 'SANDBOX', {
      put: async () => {
        throw new DatabaseUnavailable('FULL', new Error('no room'));
      },
    });
    const form = formOf({ ...passport, documentHolder: 'x', file: fileOf('pdf', 3 * mebibyte) });
    const answer = await server.request('POST', '/documents', form);
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      expect.any(String),
    ]);
  });

  it('is required for documents: JSON, text and no body are refused with 415', async () => {
    const { server } = await withFiles(start);
    const answers = [
      await server.request('POST', '/documents', { documentType: 'PASSPORT' }),
      await raw(server, 'x', 'text/plain'),
      await server.request('POST', '/documents'),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
      expect(answer.body.reason).toContain('multipart/form-data');
    }
    const customer = await server.request('POST', '/customers', formOf({ customerType: 'INDIVIDUAL' }));
    expect(customer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    expect(customer.body.reason).toContain('application/json');
  });

  it.each([
    ['without a boundary', 'x', 'multipart/form-data'],
    [
      'that ends in the middle of the file',
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-`,
      type,
    ],
    ['that ends in the middle of a header', `--${boundary}\r\ncontent-dispo`, type],
  ])('%s is refused with INVALID_REQUEST_FORMAT', async (_name, body, contentType) => {
    const { server, stored } = await withFiles(start);
    expect(await raw(server, body, contentType)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST_FORMAT' },
    });
    expect(stored()).toEqual([]);
  });

  it('is refused when a part is repeated', async () => {
    const { server, customerId, stored } = await withFiles(start);
    const form = formOf({ ...passport, documentHolder: customerId, file: fileOf('pdf') });
    form.append('country', 'FR');
    form.append('file', new Blob(['%PDF-']), 'second.pdf');
    const answer = await server.request('POST', '/documents', form);
    expect([answer.status, refusedFields(answer).sort()]).toEqual([400, ['country', 'file']]);
    expect(stored()).toEqual([]);
  });

  it('ignores unknown parts, files included', async () => {
    const { server, customerId, stored } = await withFiles(start);
    const form = formOf({ ...passport, documentHolder: customerId, file: fileOf('pdf'), __proto__x: 'y' });
    form.append('photo', new Blob(['x'.repeat(100_000)]), 'photo.jpg');
    expect((await server.request('POST', '/documents', form)).status).toBe(201);
    expect(stored()).toHaveLength(1);
  });

  it('is refused for more than 32 text parts or 4 files, not for missing its last parts', async () => {
    const { server, customerId: documentHolder } = await withFiles(start);
    const unknown = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x${index}`, 'y']));
    const texts = formOf({ ...unknown, ...passport, documentHolder, file: fileOf('pdf') });
    const files = formOf({ ...passport, documentHolder });
    for (const name of [...Object.keys(unknown), 'file']) files.append(name, new Blob(['%PDF-']), 'document.pdf');
    for (const [form, message] of [
      [texts, 'Send at most 32 text parts.'],
      [files, 'Send at most 4 files.'],
    ] as const) {
      const answer = await server.request('POST', '/documents', form);
      expect(answer.body.details.errors).toEqual([{ field: 'body', message }]);
    }
  });

  it('keeps only the last path segment of the file name', async () => {
    const { server, customerId } = await withFiles(start);
    const answer = await upload(server, customerId, { fileName: '../../C:\\scans\\ü-pass.pdf' });
    expect(answer.body.fileName).toBe('ü-pass.pdf');
  });

  it('is limited to 16 MiB, whether its length is declared or not', async () => {
    const { server, customerId, stored } = await withFiles(start);
    const declared = await upload(server, customerId, { file: fileOf('pdf', 16 * mebibyte) });
    expect(declared).toMatchObject({ status: 413, body: { code: 'REQUEST_TOO_LARGE' } });
    const status = await sendEndless(
      server,
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`,
    );
    expect(status).toBe(413);
    expect(stored()).toEqual([]);
  });

  it('is not stored without credentials and the permission to upload', async () => {
    const { server, customerId, stored } = await withFiles(start);
    const reader = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await upload(reader, customerId)).status).toBe(403);
    const form = formOf({ ...passport, documentHolder: customerId, file: fileOf('pdf') });
    const stranger = await server.request('POST', '/documents', form, { authorization: 'Basic eDp5' });
    expect(stranger.status).toBe(401);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['text', 'Content-Disposition: form-data'],
    ['a file', 'Content-Disposition: form-data; filename="a.pdf"'],
  ])('is refused when a part has no name: %s', async (_what, head) => {
    const { server } = await withFiles(start);
    const refused = await raw(server, `--${boundary}\r\n${head}\r\n\r\nx\r\n--${boundary}--\r\n`);
    expect([refused.status, refusedFields(refused)]).toEqual([400, expect.arrayContaining(['body'])]);
  });

  it.each([
    ['under another name', 'name="document"; filename="a.pdf"'],
    ['with a name that is not UTF-8', 'name="file"; filename="\xff.pdf"'],
    [
      'a second time',
      `name="file"; filename="a.pdf"\r\n\r\nx\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="b.pdf"`,
    ],
  ])('is refused when it ends inside a file %s', async (_how, parameters) => {
    const { server, stored } = await withFiles(start);
    const body = `--${boundary}\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n%PDF-1.4\r\n`;
    const refused = await server.request('POST', '/documents', Buffer.from(body, 'latin1'), { 'content-type': type });
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST_FORMAT']);
    expect(stored()).toEqual([]);
  });

  describe('that is aborted', () => {
    it('leaves no stored file', async () => {
      const { server, stored } = await withFiles(start);
      const { tokenId, tokenSecret } = server.credentials;
      const sent = httpRequest(`${server.baseUrl}/documents`, {
        method: 'POST',
        auth: `${tokenId}:${tokenSecret}`,
        headers: { 'content-type': type },
      });
      sent.on('error', () => undefined);
      sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-1.7`);
      await expect.poll(stored).toHaveLength(1);
      sent.destroy();
      await expect.poll(stored).toEqual([]);
    });
  });

  /** Sends parts of a body of undeclared length until the server answers. */
  async function sendEndless(server: TestServer, beginning: string): Promise<number | undefined> {
    const { tokenId, tokenSecret } = server.credentials;
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        `${server.baseUrl}/documents`,
        { method: 'POST', auth: `${tokenId}:${tokenSecret}`, headers: { 'content-type': type } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
          sent.destroy();
        },
      );
      sent.on('error', reject);
      sent.write(beginning);
      const piece = Buffer.alloc(mebibyte, 0x20);
      const more = (count: number): void => {
        if (count > 0) sent.write(piece, () => more(count - 1));
      };
      more(40);
    });
  }
});
