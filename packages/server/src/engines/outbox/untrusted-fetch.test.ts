import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createUntrustedFetch, type UntrustedFetch } from './untrusted-fetch.ts';

const opened: { server?: Server; ask?: UntrustedFetch } = {};
afterEach(async () => {
  await opened.ask?.close();
  opened.server?.closeAllConnections();
  await new Promise((resolve) => (opened.server === undefined ? resolve(undefined) : opened.server.close(resolve)));
});

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  opened.server = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
}

function asking(options: Parameters<typeof createUntrustedFetch>[0]): UntrustedFetch {
  const ask = createUntrustedFetch(options);
  opened.ask = ask;
  return ask;
}

describe('a request to an external host', () => {
  it.each([
    ['http://bank.example/.well-known/lnurlpubkey', 'does not start with https://.'],
    ['https://127.0.0.1/', 'private or reserved IP address'],
    ['https://localhost:8443/', 'not a name of the public internet'],
    ['https://169.254.169.254/latest/meta-data', 'private or reserved IP address'],
    ['https://[::1]:8443/', 'private or reserved IP address'],
    ['https://printer.local/', 'not a name of the public internet'],
    ['https://user:secret@bank.example/', 'has a user name or a password'],
    ['https://bank.example:22/', 'The port must be 443'],
  ])('is not sent to an address that is not public: %s', async (place, error) => {
    const resolved: string[] = [];
    const resolve = async (hostname: string) => {
      resolved.push(hostname);
      return ['203.0.113.1'];
    };
    const answer = await asking({ resolve })({ method: 'GET', url: new URL(place) });
    expect([answer, resolved]).toEqual([{ status: null, error: expect.stringContaining(error) }, []]);
  });

  it('is not sent to a private address behind a public name', async () => {
    const ask = asking({ resolve: async () => ['10.0.0.1'] });
    const answer = await ask({ method: 'GET', url: new URL('https://bank.example/') });
    expect(answer).toEqual({ status: null, error: expect.stringContaining('not public') });
  });

  it('reaches a configured peer under its own Host header, and follows no redirect', async () => {
    const seen: (string | undefined)[] = [];
    const peer = await listen((request, response) => {
      seen.push(request.headers.host, request.url);
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    });
    const ask = asking({ peers: new Map([['south.example', peer]]) });
    const url = new URL('https://south.example/.well-known/lnurlp/$grace?nonce=1');
    expect(await ask({ method: 'GET', url })).toEqual({ status: 302, body: '' });
    expect(seen).toEqual(['south.example', '/.well-known/lnurlp/$grace?nonce=1']);
  });

  it('returns no status for a response that never ends', async () => {
    const peer = await listen((_request, response) => {
      const write = (): void => {
        while (response.write('x'.repeat(16 * 1024)));
      };
      response.on('drain', write).on('error', () => undefined);
      write();
    });
    const ask = asking({ peers: new Map([['south.example', peer]]) });
    expect(await ask({ method: 'GET', url: new URL('https://south.example/') })).toMatchObject({ status: null });
  });
});
