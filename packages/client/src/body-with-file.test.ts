import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createClient, type PaymentsClient } from './index.ts';

/** The content type and the body of the request that a call sends. */
async function sent(call: (client: PaymentsClient) => Promise<unknown>): Promise<readonly [string, string]> {
  let received: readonly [string, string] = ['', ''];
  const server = createServer(async (request, response) => {
    received = [request.headers['content-type'] ?? '', await text(request)];
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  try {
    await call(createClient({ baseUrl: `http://127.0.0.1:${port}`, tokenId: 'id', tokenSecret: 'secret' }));
    return received;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const documentHolder = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';

describe('the body of a call', () => {
  it('is sent as a form when it has a file, with the name and the type of the file', async () => {
    const file = new File(['%PDF-1.7'], 'passport.pdf', { type: 'application/pdf' });
    const [type, body] = await sent((client) =>
      client.POST('/documents', { body: { documentHolder, documentType: 'PASSPORT', country: 'US', file } }),
    );
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain(`name="documentHolder"\r\n\r\n${documentHolder}\r\n`);
    expect(body).toContain('name="file"; filename="passport.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7');
  });

  it('is sent as JSON without a file, and as the form that the caller makes', async () => {
    const [type, body] = await sent((client) =>
      client.POST('/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } }),
    );
    expect([type, JSON.parse(body)]).toEqual([
      'application/json',
      { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    ]);
    const form = new FormData();
    form.set('file', new Blob(['a,b']), 'customers.csv');
    const [madeType, made] = await sent((client) =>
      client.POST('/customers/bulk/csv', { body: { file: new Blob([]) }, bodySerializer: () => form }),
    );
    expect(madeType).toMatch(/^multipart\/form-data/);
    expect(made).toContain('filename="customers.csv"');
  });
});
