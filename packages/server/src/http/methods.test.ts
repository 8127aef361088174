import { operationTable } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { exchange } from '../../test/raw-socket.ts';
import { basePath } from '../../test/test-server.ts';

const operations: readonly { readonly method: string; readonly path: string }[] = Object.values(operationTable);

/** The methods of every template that the path fits: `/customers/bulk` has its own and could also be a customer. */
function servedAt(path: string): string[] {
  const fits = (template: string): boolean => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const methods = operations.filter(({ path }) => fits(path)).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

oneEngine('an unsupported method', (start) => {
  it('is refused with 405 and the allowed methods, on every path', async () => {
    const server = await start();
    for (const path of new Set(operations.map((operation) => operation.path.replaceAll(/\{\w+\}/g, 'x')))) {
      const allowed = servedAt(path);
      const foreign = ['PUT', 'PATCH', 'DELETE', 'GET'].find((method) => !allowed.includes(method)) ?? 'POST';
      const { status, body, headers } = await server.request(foreign, path);
      expect([path, status, body.code]).toEqual([path, 405, 'METHOD_NOT_ALLOWED']);
      expect([path, ...(headers['allow'] ?? '').split(', ')].sort()).toEqual([path, ...allowed].sort());
    }
  });

  it('is refused with 405 whatever the body is, and an unknown path with 404', async () => {
    const server = await start();
    for (const [path, status] of Object.entries({
      [`${basePath}/config`]: 405,
      [`${basePath}/nothing`]: 404,
      '/nothing': 404,
      '/metrics': 404,
      '/': 405,
    }))
      for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'nonsense']) {
        const head = [`PUT ${path} HTTP/1.1`, 'Host: a', 'Connection: close', `Content-Type: ${type}`];
        const received = await exchange(server, [...head, 'Content-Length: 4', '', '{bad'].join('\r\n'));
        expect([path, type, received.slice(0, 'HTTP/1.1 404'.length)]).toEqual([path, type, `HTTP/1.1 ${status}`]);
      }
  });

  it('is refused with 405 on hosted pages, terms and well-known paths too', async () => {
    const { baseUrl } = await start();
    for (const [path, methods] of Object.entries({
      '/i/deadbeef': ['GET'],
      '/hosted/nothing': ['GET', 'HEAD', 'POST'],
      '/hosted/cards/nothing': ['GET'],
      '/terms/V1': ['GET', 'HEAD'],
      '/': ['GET', 'HEAD'],
      '/.well-known/lnurlpubkey': ['GET'],
      '/.well-known/lnurlp/$somebody': ['GET'],
      '/.well-known/lnurlp/$sandbox/lightning': ['POST'],
    }))
      for (const method of ['POST', 'PUT', 'HEAD', 'DELETE'].filter((each) => !methods.includes(each))) {
        const answer = await fetch(new URL(path, baseUrl), { method });
        expect([path, method, answer.status, answer.headers.get('allow')?.split(', ').sort()]).toEqual([
          path,
          method,
          405,
          methods,
        ]);
      }
  });
});

oneEngine('a path that ends with a slash', (start) => {
  it('is refused with 404 for the slash, not for an id that nobody wrote', async () => {
    const server = await start();
    for (const { method, path } of operations) {
      const { status, body } = await server.request(method, `${path.replaceAll(/\{\w+\}/g, 'x')}/`);
      expect([path, status, body.code, body.reason]).toEqual([
        path,
        404,
        'NOT_FOUND',
        'Nothing is served at a path that ends with a slash. Leave out the last slash.',
      ]);
    }
    expect((await server.request('GET', '/customers/?limit=1')).body.reason).toContain('Leave out the last slash.');
    expect((await server.request('GET', '/customers?limit=1')).status).toBe(200);
  });
});
