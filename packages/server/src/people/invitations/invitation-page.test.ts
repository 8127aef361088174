import { BlockList } from 'node:net';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { endpoint, invite, makeInviter, newAddress } from '../../../test/invitations.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { inWorld } from '../../../test/worlds.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { saveInvitationSettings } from './invitation-settings.ts';

async function open(url: string): Promise<readonly [number, string, Headers]> {
  const answer = await fetch(url);
  return [answer.status, await answer.text(), answer.headers];
}

async function setUp(server: TestServer, name: string, countries: readonly string[]): Promise<void> {
  const { tenant, deps } = server;
  const onboardingUrl = `https://${name.toLowerCase()}.example.com/uma?from=invitation`;
  const settings = { name, logoUrl: `https://${name.toLowerCase()}.example.com/logo.svg`, onboardingUrl, countries };
  await deps.database.transaction(async (unit) =>
    saveInvitationSettings({ unit, tenant, now: deps.clock.now() }, settings),
  );
}

oneEngine('the page of an invitation', (start) => {
  it('shows the inviter and the amount, and links to the onboarding with the code', async () => {
    const server = await start();
    const { code, url, inviterUma } = await invite(server, { firstName: '<b>Grace</b>', amountToSend: 2_500 });
    const [status, html, headers] = await open(url);
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    for (const text of [inviterUma, '25.00 USD', '&lt;b&gt;Grace']) expect(html).toContain(text);
    const next = /href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(next).toBe(`${new URL(server.baseUrl).origin}/hosted/onboarding/${code}`);
    const [, onboarding] = await open(next);
    expect(onboarding).toContain(`POST /invitations/${code}/claim`);
  });

  it('offers countries by name and lists the platforms that serve the chosen one', async () => {
    const [server, other] = [await start(), await start()];
    await setUp(server, 'One', ['US', 'GB']);
    await setUp(other, 'Two', ['GB', 'CH', 'DE']);
    const { code, url } = await invite(server);
    const [, asked] = await open(url);
    expect(asked.match(/href="[^"]+"/g)).toEqual(
      ['DE', 'CH', 'GB', 'US'].map((country) => `href="?country=${country}"`),
    );
    expect(asked).toContain('United Kingdom');
    const linksFor = async (country: string): Promise<string[]> =>
      (await open(`${url}?country=${country}`))[1].match(/https:[^"]+(?=">)/g) ?? [];
    expect(await linksFor('DE')).toEqual([`https://two.example.com/uma?from=invitation&amp;code=${code}`]);
    expect(await linksFor('GB')).toHaveLength(2);
    expect(await linksFor('XX')).toEqual([]);
  });

  it('is found by the code in capital letters, and links on with the original code', async () => {
    const { code, url } = await invite(await start());
    const [status, html] = await open(`${url.replace(code, code.toUpperCase())}?country=GB`);
    expect([status, html]).toEqual([200, expect.stringContaining(`/hosted/onboarding/${code}"`)]);
  });

  it('lists a platform once, without its sandbox copies', async () => {
    const [server, other] = [await start(), await start()];
    await setUp(server, 'Once', ['US']);
    const inviterUma = await makeInviter(server);
    const copy = inWorld(server, (await server.request('POST', '/sandbox/fork', {})).body);
    const { url } = await invite(other);
    const offered = async (address: string) =>
      (await open(`${address}?country=US`))[1].match(/Get your address at Once/g);
    expect(await offered(url)).toHaveLength(1);
    await copy.request('PATCH', '/config', endpoint);
    const own = await copy.request('POST', '/invitations', { inviterUma });
    expect(await offered(own.body.url)).toHaveLength(1);
  });

  it('is served with a slash at the end of its address, like the other customer pages and unlike operations', async () => {
    const [server, other] = [await start(), await start()];
    await setUp(server, 'One', ['US', 'GB']);
    await setUp(other, 'Two', ['GB', 'DE']);
    const { code, url } = await invite(server);
    expect((await open(`${url}/`))[1]).toContain('href="?country=DE"');
    const [status, page] = await open(`${url}/?country=DE`);
    expect([status, page]).toEqual([200, expect.stringContaining(`https://two.example.com/`)]);
    expect((await open(new URL(`/hosted/onboarding/${code}/`, url).href))[0]).toBe(200);
    expect((await open(new URL('/terms/V1/', url).href))[0]).toBe(200);
    const choice = await fetch(new URL('/hosted/unknown/', url), { method: 'POST' });
    expect([choice.status, choice.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await fetch(`${url}/`, { method: 'HEAD' })).headers.get('allow')).toBe('GET');
    expect((await server.request('GET', '/config/')).status).toBe(404);
  });

  it('shows the logos of the listed platforms and allows images from their origins only', async () => {
    const [server, other] = [await start(), await start()];
    await setUp(server, 'Three', ['JP', 'KR']);
    await setUp(other, 'Four', ['KR']);
    const { url } = await invite(server);
    const picturesOn = async (address: string): Promise<readonly unknown[]> => {
      const [, html, headers] = await open(address);
      const [, allowed] = /img-src ([^;]+);/.exec(headers.get('content-security-policy') ?? '') ?? [];
      return [html.match(/<img [^>]+>/g), allowed];
    };
    expect(await picturesOn(url)).toEqual([null, undefined]);
    expect(await picturesOn(`${url}?country=JP`)).toEqual([
      ['<img src="https://three.example.com/logo.svg" alt="">'],
      'https://three.example.com',
    ]);
    const both = 'https://three.example.com https://four.example.com';
    expect(await picturesOn(`${url}?country=KR`)).toEqual([expect.any(Array), both]);
  });

  it('returns 410 with the reason once the invitation is claimed, cancelled or expired', async () => {
    const server = await start();
    const [claimed, cancelled, expired] = [
      await invite(server),
      await invite(server),
      await invite(server, { expiresAt: '2025-01-01T00:00:01.000Z' }),
    ];
    await server.request('POST', `/invitations/${claimed.code}/claim`, { inviteeUma: await newAddress(server) });
    await server.request('POST', `/invitations/${cancelled.code}/cancel`);
    await server.advance(1_000);
    for (const [{ url }, text] of [
      [claimed, 'accepted'],
      [cancelled, 'cancelled'],
      [expired, 'expired'],
    ] as const) {
      const [status, html] = await open(url);
      expect([status, html]).toEqual([410, expect.stringContaining(text)]);
    }
  });

  it('returns 404 for 30 unknown codes from one network, then 429 for ten minutes', async () => {
    const server = await start();
    const { url } = await invite(server);
    const { origin } = new URL(url);
    const codes = Array.from({ length: 35 }, (_, index) => (0xbeef0000 + index).toString(16));
    const statuses = await Promise.all(codes.map(async (code) => (await fetch(`${origin}/i/${code}`)).status));
    expect([statuses.filter((status) => status === 404).length, (await open(url))[0]]).toEqual([30, 429]);
    await server.advance(10 * minuteMs - 1);
    expect((await open(url))[0]).toBe(429);
    await server.advance(1);
    expect((await open(url))[0]).toBe(200);
    expect((await fetch(`${origin}/hosted/onboarding/nothing`)).status).toBe(404);
  });

  it('limits a client behind a trusted proxy by X-Forwarded-For, and no other client', async () => {
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    const server = await start({ settings: { trustedProxies } });
    const { url } = await invite(server);
    const from = (address: string, path: string) => fetch(path, { headers: { 'x-forwarded-for': address } });
    const codes = Array.from({ length: 30 }, (_, index) => (0xbeef0000 + index).toString(16));
    for (const code of codes) await from('198.51.100.66', `${new URL(url).origin}/i/${code}`);
    const shut = await from('198.51.100.66', url);
    expect([shut.status, shut.headers.get('retry-after')]).toEqual([429, '600']);
    expect((await from('203.0.113.7', url)).status).toBe(200);
  });
});

oneEngine('the page of an invitation among many platforms', (start) => {
  it('lists the inviting platform first, at most 100 platforms, and the countries of all', async () => {
    const server = await start();
    const { deps, tenant } = server;
    await setUp(server, 'Zeta', ['GB']);
    const now = deps.clock.now();
    await deps.database.transaction(async (unit) => {
      const platform = await findPlatform(unit, tenant);
      for (let number = 1; number <= 101; number += 1) {
        const name = `bank-${number}`;
        const another = { ...platform, tenant: 1_000 + number, platform_id: name, proxy_uma_subdomain: name };
        await unit.insertNow('platforms', another);
        const address = `https://${name}.example.com/`;
        const settings = { name, logoUrl: address, onboardingUrl: address, countries: [number === 99 ? 'US' : 'GB'] };
        saveInvitationSettings({ unit, tenant: another.tenant, now }, settings);
      }
    });
    const { url } = await invite(server);
    expect((await open(url))[1]).toContain('href="?country=US"');
    const [, listed] = await open(`${url}?country=GB`);
    const names = [...listed.matchAll(/Get your address at ([\w-]+)/g)].map(([, name]) => name);
    expect([names[0], names[1], names.length]).toEqual(['Zeta', 'bank-1', 100]);
    expect((await open(`${url}?country=US`))[1]).toContain('bank-99');
  });
});
