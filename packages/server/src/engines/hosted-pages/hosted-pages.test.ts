import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { hourMs, plusMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { Entrance } from '../../http/entrance.ts';
import { routeHostedPages } from '../../http/hosted-routes.ts';
import { RequestObserver } from '../../http/observe-requests.ts';
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
  /** Called with the unit in which the outcome is recorded. */
  recording: (unit: Unit) => Promise<void>;
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
  const site: Pick<Site, 'result' | 'told' | 'recording'> = {
    result: 'SETTLED',
    told: 0,
    recording: async () => undefined,
  };
  const purpose: HostedPurpose = {
    heading: 'Prove that you are <you>',
    explanation: 'Ada & Co. asks for it.',
    choices: [
      { outcome: 'APPROVE', label: 'Approve' },
      { outcome: 'DECLINE', label: 'Decline' },
    ],
    suggest: async (_context, { subject_id }) => (subject_id.endsWith('002') ? 'DECLINE' : 'APPROVE'),
    settle: async ({ unit }, page, outcome) => {
      await site.recording(unit);
      if (site.result instanceof Error) throw site.result;
      taken.push({ page, outcome });
      return site.result;
    },
  };
  const http = Fastify();
  const bugs: unknown[] = [];
  const onBug = (error: unknown): void => void bugs.push(error);
  const afterCommit = (): void => void site.told++;
  const entrance = new Entrance(server.deps);
  new RequestObserver({ ...server.deps, listeners: [], onBug }).observe(http);
  entrance.guard(http);
  routeHostedPages(http, { deps: server.deps, entrance, purposes: { KYC: purpose }, afterCommit, onBug });
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
  it('is served outside the base path without credentials, and loads nothing from other hosts', async () => {
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

  it('offers the suggested outcome first', async () => {
    const site = await siteOn(await start());
    const approved = await (await site.get((await site.open()).token)).text();
    const declined = await (await site.get((await site.open({ subjectId: 'x:002' })).token)).text();
    const first = (html: string): string | undefined => /value="(\w+)" class="first"/.exec(html)?.[1];
    expect([first(approved), first(declined)]).toEqual(['APPROVE', 'DECLINE']);
  });

  it('settles the chosen outcome, then redirects with 303 or shows Done', async () => {
    const server = await start();
    const site = await siteOn(server);
    const statusIn = async (unit: Unit): Promise<string | undefined> =>
      (
        await unit.select((db) => db.selectFrom('hosted_pages').select('status').where('tenant', '=', server.tenant))
      ).map(({ status }) => status)[0];
    const statuses: (string | undefined)[] = [];
    site.recording = async (unit) => {
      statuses.push(await statusIn(unit), await server.deps.database.read(statusIn));
    };
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
    // In the unit the page is used; to everyone else it is not yet.
    expect(statuses).toEqual(['COMPLETED', 'OPEN']);
    site.recording = async () => undefined;
    const done = await site.choose((await site.open()).token, 'APPROVE');
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('<h1>Done</h1>')]);
  });

  it('notifies the workers once per settled outcome, with or without a redirect', async () => {
    const site = await siteOn(await start());
    await site.choose((await site.open({ redirectUri: 'https://app.example.com/done' })).token, 'APPROVE');
    const { token } = await site.open();
    await site.choose(token, 'APPROVE');
    await site.choose(token, 'APPROVE');
    expect([site.taken.length, site.told]).toEqual([2, 2]);
  });

  it('leads on again after the same choice, and after no other', async () => {
    const site = await siteOn(await start());
    const redirectUri = 'https://app.example.com/done';
    const { token } = await site.open({ redirectUri });
    const sent: unknown[] = [];
    for (const outcome of ['APPROVE', 'APPROVE', 'DECLINE', 'nothing']) {
      const { status, headers } = await site.choose(token, outcome);
      sent.push([status, headers.get('location')]);
    }
    expect(sent).toEqual([
      [303, redirectUri],
      [303, redirectUri],
      [410, null],
      [410, null],
    ]);
    expect(site.taken).toHaveLength(1);
  });

  it('stays open when a newer page of the same subject is used', async () => {
    const site = await siteOn(await start());
    for (const used of [0, 1]) {
      const pages = [await site.open(), await site.open()];
      const [one, other] = used === 0 ? pages : pages.toReversed();
      expect((await site.choose(one?.token ?? '', 'APPROVE')).status).toBe(200);
      expect((await site.get(other?.token ?? '')).status).toBe(200);
      expect((await site.choose(other?.token ?? '', 'APPROVE')).status).toBe(200);
    }
    expect(site.taken).toHaveLength(4);
  });

  it('does not redirect to an address that no browser can open', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open({ redirectUri: 'https://a;b:99999/' });
    const shown = [await site.get(token), await site.choose(token, 'APPROVE'), await site.get(token)];
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 410]);
    for (const answer of shown) expect(await answer.text()).not.toContain('a;b');
    expect(shown.map(({ headers }) => headers.get('content-security-policy'))).toEqual(
      Array(3).fill(expect.stringContaining("form-action 'self'; frame")),
    );
  });

  it('returns 404 once its platform is retired, before its rows are deleted', async () => {
    const server = await start();
    const site = await siteOn(server);
    const { token } = await site.open();
    await server.deps.database.transaction(async (unit) => retireTenant(unit, server.tenant, Date.now()));
    expect([(await site.get(token)).status, (await site.choose(token, 'APPROVE')).status]).toEqual([404, 404]);
  });

  it('returns 410 after it expires, and settles nothing', async () => {
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

  it('does not store its token in clear, and returns 404 for another token', async () => {
    const server = await start();
    const site = await siteOn(server);
    const { token } = await site.open();
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('hosted_pages').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(rows.map(({ token_hash }) => token_hash)).toEqual([createHash('sha256').update(token).digest('hex')]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await site.get(token.toUpperCase())).status).toBe(404);
    expect((await site.get('x')).status).toBe(404);
  });

  it('refuses an outcome that it does not offer with 400, and stays open', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open();
    for (const outcome of ['', 'NEEDS_MORE', 'x']) expect((await site.choose(token, outcome)).status).toBe(400);
    expect((await site.choose(token, 'x'.repeat(2_000))).status).toBe(400);
    expect((await site.get(token)).status).toBe(200);
  });

  it('shows that it is not needed any more when its outcome is moot', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open({ redirectUri: 'https://app.example.com/done' });
    site.result = 'MOOT';
    const answer = await site.choose(token, 'APPROVE');
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('no longer needed')]);
  });

  it('returns 500 and stays open when its outcome cannot be recorded', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open();
    site.result = new Error('planted');
    const failed = await site.choose(token, 'APPROVE');
    expect([failed.status, await failed.text()]).toEqual([500, expect.stringContaining('Something went wrong')]);
    site.result = 'SETTLED';
    expect((await site.choose(token, 'APPROVE')).status).toBe(200);
  });

  it('returns 503 in production, where customers cannot approve themselves', async () => {
    const site = await siteOn(await start({ environment: 'PRODUCTION', production: 'SIMULATED' }));
    const { token } = await site.open();
    expect((await site.get(token)).status).toBe(503);
    expect((await site.choose(token, 'APPROVE')).status).toBe(503);
    expect(site.taken).toEqual([]);
  });
});

eachEngine('a hosted page', (start) => {
  it('accepts one of 8 parallel submissions and answers 410 to the others', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open();
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.choose(token, 'APPROVE')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)]);
    expect(site.taken).toHaveLength(1);
    const again = await site.get(token);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('has been used')]);
  });

  it('records one of 8 parallel submissions of one choice and leads on after each', async () => {
    const site = await siteOn(await start());
    const { token } = await site.open({ redirectUri: 'https://app.example.com/done' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.choose(token, 'APPROVE')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect([site.taken.length, site.told]).toEqual([1, 1]);
  });
});
