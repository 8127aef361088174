import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';

oneEngine('a browser', (start) => {
  it('is told by a page, outside the interface, that nothing is served', async () => {
    const { baseUrl } = await start();
    const asked = async (path: string, accept = 'text/html,*/*;q=0.8', method = 'GET'): Promise<unknown[]> => {
      const answer = await fetch(new URL(path, baseUrl), { method, headers: { accept } });
      const text = await answer.text();
      return [answer.status, /<h1>(.+)<\/h1>/.exec(text)?.[1] ?? /"code":"(\w+)"/.exec(text)?.[1]];
    };
    for (const path of ['/hosted', '/hosted/a/b', '/i', '/terms?x=1'])
      expect([path, ...(await asked(path))]).toEqual([path, 404, 'This link does not work']);
    for (const path of ['/i/%E0%A4%A', '/hosted/x?y=%E0%A4%A'])
      expect([path, ...(await asked(path))]).toEqual([path, 400, 'This link does not work']);
    for (const path of ['/docs/nowhere', '/a/b/c', '/index.html'])
      expect([path, ...(await asked(path))]).toEqual([path, 404, 'This page does not exist']);
    expect(await asked('/i/deadbeef', undefined, 'POST')).toEqual([405, 'This link does not work']);
    expect(await asked('/2025-10-13/nothing')).toEqual([404, 'NOT_FOUND']);
    expect(await asked('/2025-10-13')).toEqual([404, 'NOT_FOUND']);
    expect(await asked('/nothing', '*/*')).toEqual([404, 'NOT_FOUND']);
    const { headers } = await fetch(new URL('/hosted/a/b', baseUrl), { headers: { accept: 'text/html' } });
    for (const [name, value] of [
      ['vary', 'accept'],
      ['referrer-policy', 'no-referrer'],
      ['cache-control', 'no-store'],
      ['content-security-policy', expect.stringContaining("form-action 'self'; frame-ancestors 'none'")],
    ] as const)
      expect(headers.get(name)).toEqual(value);
  });
});
