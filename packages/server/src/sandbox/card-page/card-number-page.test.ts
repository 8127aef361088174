import { expect, it } from 'vitest';
import { issuedCard, makeHolder } from '../../../test/cards.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { rowsOf } from '../../../test/store-rows.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { passesLuhn } from '../adapters/sandbox-card-numbers.ts';

async function newPage(
  server: TestServer,
  parts: object = {},
): Promise<{ readonly url: string; readonly last4: string }> {
  const card = await issuedCard(server, await makeHolder(server), parts);
  return { url: (await server.request('POST', `/cards/${card.id}/reveal`)).body.panEmbedUrl, last4: card.last4 };
}

oneEngine('the card number page', (start) => {
  it('shows a valid card number that ends in last4 and is stored in no row', async () => {
    const server = await start();
    for (const platformCardId of ['a', 'b-123', 'c-987']) {
      const { url, last4 } = await newPage(server, { platformCardId });
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const html = await answer.text();
      const shown = /<dd>([\d ]{19})<\/dd>/.exec(html)?.[1] ?? '';
      const number = shown.replaceAll(' ', '');
      expect([passesLuhn(number), number.slice(-4)]).toEqual([true, last4]);
      expect(html).toMatch(/<dd>01\/28<\/dd>/);
      expect(html).toMatch(/<dd>\d{3}<\/dd>/);
      const stored = [...(await rowsOf(server.bare, [server.tenant])).values()].join();
      expect([stored.includes(number), stored.includes(shown)]).toEqual([false, false]);
    }
  });

  it('can be framed by HTTPS and local apps, and allows neither scripts nor forms', async () => {
    const { headers } = await fetch((await newPage(await start())).url);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'; frame-ancestors https: http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*; base-uri 'none'$/,
    );
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
  });

  it('expires with 410 after five minutes by the clock of the platform', async () => {
    const server = await start();
    const [{ url }, { url: late }] = [await newPage(server), await newPage(server)];
    await server.advance(5 * minuteMs - 1);
    expect((await fetch(url)).status).toBe(200);
    await server.advance(1);
    const answer = await fetch(late);
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('has expired')]);
  });

  it('returns 410 for a closed card and 404 for a wrong URL', async () => {
    const server = await start();
    const card = await issuedCard(server, await makeHolder(server));
    const { body } = await server.request('POST', `/cards/${card.id}/reveal`);
    await server.request('PATCH', `/cards/${card.id}`, { state: 'CLOSED' });
    expect((await fetch(body.panEmbedUrl)).status).toBe(410);
    const wrong = await fetch(`${body.panEmbedUrl.slice(0, -1)}-`);
    expect([wrong.status, await wrong.text()]).toEqual([404, expect.stringContaining('does not work')]);
  });

  it('answers 503 to a browser that loads it ahead, and stays open', async () => {
    const { url } = await newPage(await start());
    for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])
      expect((await fetch(url, { headers: new Headers(headers) })).status).toBe(503);
    expect((await fetch(url)).status).toBe(200);
  });

  it('returns 404 in production', async () => {
    const server = await start({ environment: 'PRODUCTION', isRegulated: true, production: 'SIMULATED' });
    const card = await issuedCard(server, await makeHolder(server, { endUserTermsConsent: undefined }));
    const { body } = await server.request('POST', `/cards/${card.id}/reveal`);
    expect((await fetch(body.panEmbedUrl)).status).toBe(404);
  });
});

eachEngine('the card number page', (start) => {
  it('works once, even with eight parallel requests', async () => {
    const { url } = await newPage(await start());
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405);
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)]);
    expect(await (await fetch(url)).text()).toContain('has been used');
  });
});
