import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { hourMs, plusMs } from '../../ground/clock/instant.ts';
import { routeHostedPages } from '../../http/hosted-routes.ts';
import type { HostedPurpose } from '../../operation/hosted-purpose.ts';
import { retireTenant } from '../../sandbox/worlds/retire-tenant.ts';
import { type CreatedPage, createHostedPage, type NewHostedPage } from './create-hosted-page.ts';
import type { HostedOutcome, HostedPageRow, HostedResult } from './hosted-page.ts';

interface Taken {
  readonly page: HostedPageRow;
  readonly outcome: HostedOutcome;
}

interface Site {
  readonly taken: Taken[];
  /** How often the workers were notified of new work. */
  told: number;
  result: HostedResult | Error;
  open(page?: Partial<NewHostedPage>): Promise<CreatedPage>;
  get(token: string): Promise<Response>;
  choose(token: string, outcome: string): Promise<Response>;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function siteOn(server: TestServer): Promise<Site> {
  const taken: Taken[] = [];
  const site: { result: HostedResult | Error; told: number } = { result: 'SETTLED', told: 0 };
  const purpose: HostedPurpose = {
    heading: 'Prove that you are <you>',
    explanation: 'Ada & Co. asks for it.',
    choices: [
      { outcome: 'APPROVE', label: 'Approve' },
      { outcome: 'DECLINE', label: 'Decline' },
    ],
    suggest: async (_context, { subject_id }) => (subject_id.endsWith('002') ? 'DECLINE' : 'APPROVE'),
    settle: async (_context, page, outcome) => {
      if (site.result instanceof Error) throw site.result;
      taken.push({ page, outcome });
      return site.result;
    },
  };
  const http = Fastify();
  const bugs: unknown[] = [];
  const onBug = (error: unknown): void => void bugs.push(error);
  const afterCommit = (): void => void site.told++;
  routeHostedPages(http, { deps: server.deps, purposes: { KYC: purpose }, afterCommit, onBug });
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => http.close());
  const { deps, tenant, clock } = server;
  return Object.assign(site, {
    taken,
    open: async (page: Partial<NewHostedPage> = {}) =>
      deps.database.transaction(async (unit) =>
        createHostedPage(
          { unit, tenant, now: clock.now(), deps },
          { purpose: 'KYC', subjectId: 'x:001', expiresAt: plusMs(clock.now(), hourMs), ...page },
        ),
      ),
    get: (token: string) => fetch(`${address}/hosted/${token}`, { redirect: 'manual' }),
    choose: (token: string, outcome: string) =>
      fetch(`${address}/hosted/${token}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ outcome }),
      }),
  });
}

oneEngine('a hosted page', (start) => {
  it('is served outside the base path, without credentials, and asks nothing of another host', async () => {
    const server = await start();
    const site = await siteOn(server);
    const { url, token } = await site.open();
    expect(url).toBe(`${server.baseUrl.replace('/2025-10-13', '')}/hosted/${token}`);
    const answer = await site.get(token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('Prove that you are &lt;you&gt;');
    expect(html).toContain('Ada &amp; Co. asks for it.');
    expect(html).not.toMatch(/<script|https?:|src=/);
  });

  it('offers first what the rules of the sandbox give the customer', async () => {
    const site = await siteOn(await start());
    const approved = await (await site.get((await site.open()).token)).text();
    const declined = await (await site.get((await site.open({ subjectId: 'x:002' })).token)).text();
    const first = (html: string): string | undefined => /value="(\w+)" class="first"/.exec(html)?.[1];
    expect([first(approved), first(declined)]).toEqual(['APPROVE', 'DECLINE']);
  });

  it('hands its outcome over in one unit, then leads to the redirect or says that it is done', async () => {
    const site = await siteOn(await start());
    const redirectUri = 'https://app.example.com/done?x=1';
    const withRedirect = await site.open({ redirectUri, subjectId: 'x:7', customerId: 'Customer:1' });
    // A browser checks each redirect against `form-action`, and the platform may redirect anywhere.
    expect((await site.get(withRedirect.token)).headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    const sent = await site.choose(withRedirect.token, 'DECLINE');
    expect([sent.status, sent.headers.get('location')]).toEqual([303, redirectUri]);
    expect(site.taken).toMatchObject([
      { outcome: 'DECLINE', page: { subject_id: 'x:7', customer_id: 'Customer:1', purpose: 'KYC' } },
    ]);
    const done = await site.choose((await site.open()).token, 'APPROVE');
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('<h1>Done</h1>')]);
  });

  it('has its events sent at once, wherever it leads', async () => {
    const site = await siteOn(await start());
    await site.choose((await site.open({ redirectUri: 'https://app.example.com/done' })).token, 'APPROVE');
    const { token } = await site.open();
    await site.choose(token, 'APPROVE');
    await site.choose(token, 'APPROVE');
    expect([site.taken.length, site.told]).toEqual([2, 2]);
  });

  it('stays open when an older or a newer one of its subject is used', async () => {
    const site = await siteOn(await start());
    const [older, newer] = [await site.open(), await site.open()];
    await site.choose(newer.token, 'APPROVE');
    expect((await site.get(older.token)).status).toBe(200);
  });

  it('leads nowhere where it was made with an address that no browser can open', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open({ redirectUri: 'https://a;b:99999/' });
    const shown = [await site.get(token), await site.choose(token, 'APPROVE'), await site.get(token)];
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 410]);
    for (const answer of shown) expect(await answer.text()).not.toContain('a;b');
    expect(shown.map(({ headers }) => headers.get('content-security-policy'))).toEqual(
      Array(3).fill(expect.stringContaining("form-action 'self'; frame")),
    );
  });

  it('is gone with its platform, before its rows are', async () => {
    const server = await start();
    const site = await siteOn(server);
    const { token } = await site.open();
    await server.deps.database.transaction(async (unit) => retireTenant(unit, server.tenant, Date.now()));
    expect([(await site.get(token)).status, (await site.choose(token, 'APPROVE')).status]).toEqual([404, 404]);
  });

  it('expires', async () => {
    const server = await start();
    const site = await siteOn(server);
    const { token } = await site.open();
    await server.advance(hourMs);
    const answers = [await site.get(token), await site.choose(token, 'APPROVE')];
    for (const answer of answers) {
      expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('has expired')]);
    }
    expect(site.taken).toEqual([]);
  });

  it('is kept as a hash of its token only', async () => {
    const server = await start();
    const site = await siteOn(server);
    const { token } = await site.open();
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('hosted_pages').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await site.get(token.toUpperCase())).status).toBe(404);
    expect((await site.get('x')).status).toBe(404);
  });

  it('takes no outcome that it does not offer, and stays open', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open();
    for (const outcome of ['', 'NEEDS_MORE', 'x']) expect((await site.choose(token, outcome)).status).toBe(400);
    expect((await site.choose(token, 'x'.repeat(2_000))).status).toBe(400);
    expect((await site.get(token)).status).toBe(200);
  });

  it('says so when nothing waits for it any more', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open({ redirectUri: 'https://app.example.com/done' });
    site.result = 'MOOT';
    const answer = await site.choose(token, 'APPROVE');
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('no longer needed')]);
  });

  it('stays open when its outcome could not be recorded', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open();
    site.result = new Error('planted');
    const failed = await site.choose(token, 'APPROVE');
    expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining('Something went wrong')]);
    site.result = 'SETTLED';
    expect((await site.choose(token, 'APPROVE')).status).toBe(200);
  });

  it('lets nobody approve themselves in production', async () => {
    const site = await siteOn(await start({ environment: 'PRODUCTION', production: 'SIMULATED' }));
    const { token } = await site.open();
    expect((await site.get(token)).status).toBe(503);
    expect((await site.choose(token, 'APPROVE')).status).toBe(503);
    expect(site.taken).toEqual([]);
  });
});

eachEngine('a hosted page', (start) => {
  it('works once, also when it is sent 8 times at the same moment', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open();
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.choose(token, 'APPROVE')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)]);
    expect(site.taken).toHaveLength(1);
    const again = await site.get(token);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('has been used')]);
  });
});
