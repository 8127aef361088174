import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { servedRequests } from '../../test/served-requests.ts';
import { deprecationHeaders } from './deprecation.ts';

const facts = { deprecatedAt: '2026-08-01T00:00:00.000Z', sunsetAt: '2027-08-01T00:00:00.000Z' };

it('a deprecation is written as the headers of RFC 9745 and RFC 8594', () => {
  expect(deprecationHeaders(facts, '/2025-10-13/x')).toEqual({
    deprecation: '@1785542400',
    sunset: 'Sun, 01 Aug 2027 00:00:00 GMT',
    link: '<../docs/versions.html#deprecations>; rel="deprecation"; type="text/html", <../docs/versions.html#deprecations>; rel="sunset"; type="text/html"',
  });
  expect(Object.keys(deprecationHeaders({ ...facts, sunsetAt: null }, '/x'))).toEqual(['deprecation', 'link']);
});

it.each(['/v/x', '/v/x/y', '/v/x/:id/z'])(
  'links to the documentation beside %s, also below a path of a proxy',
  (path) => {
    const [, reference = ''] = /<(.*?)>/.exec(deprecationHeaders(facts, path)['link'] ?? '') ?? [];
    expect(new URL(reference, `https://example.com${path}`).pathname).toBe('/docs/versions.html');
    expect(new URL(reference, `https://example.com/payments${path}`).pathname).toBe('/payments/docs/versions.html');
  },
);

oneEngine('a deprecated operation', (start) => {
  it.each(['createTransferIn /transfer-in', 'createTransferOut /transfer-out'])(
    'has deprecation headers on every response, refusals and 401 included: %s',
    async (name) => {
      const path = name.split(' ')[1] ?? '';
      const server = await start();
      const told = { ...deprecationHeaders(facts, `/2025-10-13${path}`) };
      const answers = [
        await server.request('POST', path, {}),
        await server.request('POST', path, '{"a":'),
        await server.request('POST', path, {}, { authorization: 'Basic bm9ib2R5OndyZW9uZw==' }),
      ];
      expect(answers.at(-1)?.status).toBe(401);
      for (const { headers } of answers) expect(headers).toMatchObject(told);
    },
  );

  it('is the only kind of operation with deprecation headers', async () => {
    const server = await start();
    const others = servedRequests.filter(({ template }) => !template.startsWith('/transfer-'));
    expect(others).toHaveLength(servedRequests.length - 2);
    for (const { id, method, path } of others) {
      const { headers } = await server.request(method, path, method === 'GET' ? undefined : '{"a":');
      const told = ['deprecation', 'sunset', 'link'].filter((name) => name in headers);
      expect([id, ...told]).toEqual([id]);
    }
  });
});
