import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryFolder } from '../../test/memory-folder.ts';
import { routeEntry } from '../http/entry-route.ts';
import { useErrorReplies } from '../http/unrouted-errors.ts';
import { serveDocs } from './serve-docs.ts';

const basePath = '/2025-10-13';
let folder: string;
let http: FastifyInstance;

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder(), 'payments-docs-'));
  http = fastify();
  routeEntry(http, basePath);
});
afterEach(async () => {
  await http.close();
  rmSync(folder, { recursive: true, force: true });
});

async function get(url: string, accept = '*/*'): Promise<{ readonly status: number; readonly text: string }> {
  const { statusCode, body } = await http.inject({ url, headers: { accept } });
  return { status: statusCode, text: body };
}

async function entry(): Promise<unknown> {
  return JSON.parse((await get('/')).text);
}

describe('the documentation of a server', () => {
  it('is served and linked at the root when its pages are built', async () => {
    const site = join(folder, 'site');
    mkdirSync(site);
    for (const name of ['index', 'reference']) writeFileSync(join(site, `${name}.html`), name);
    expect(await serveDocs(http, site)).toBe(true);
    expect(await entry()).toEqual({ basePath, docs: '/docs/', health: '/healthz' });
    const page = await get('/', 'text/html');
    for (const [place, text] of [
      ['/docs/', 'index'],
      ['/docs/reference.html', 'reference'],
    ] as const) {
      expect(page.text).toContain(`href="${place.slice(1)}"`);
      expect(await get(place)).toEqual({ status: 200, text });
    }
    expect((await get('/docs')).status).toBe(302);
  });

  it('has no file whose name begins with a dot', async () => {
    const site = join(folder, 'site');
    mkdirSync(site);
    for (const name of ['index.html', '.built-from']) writeFileSync(join(site, name), name);
    useErrorReplies(http, { basePath, onBug: () => undefined });
    await serveDocs(http, site);
    expect((await get('/docs/.built-from')).status).toBe(404);
  });

  it('is linked by relative URLs that work below the path of a proxy', async () => {
    const site = join(folder, 'site');
    mkdirSync(site);
    writeFileSync(join(site, 'index.html'), 'index');
    await serveDocs(http, site);
    const root = 'https://pay.example.com/payments/';
    const links = [...(await get('/', 'text/html')).text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(links.map((href) => new URL(href, root).href)).toEqual(
      ['docs/', 'docs/reference.html', 'healthz'].map((path) => root + path),
    );
    const { headers } = await http.inject({ url: '/docs' });
    expect(new URL(String(headers.location), `${root}docs`).href).toBe(`${root}docs/`);
  });

  it('has a page for an unknown address, with its own style', async () => {
    const site = join(folder, 'site');
    mkdirSync(site);
    writeFileSync(join(site, 'index.html'), 'index');
    useErrorReplies(http, { basePath, onBug: () => undefined });
    await serveDocs(http, site);
    const unknown = await http.inject({ url: '/docs/a/nowhere.html', headers: { accept: 'text/html' } });
    const [, style = ''] = /<style>([^<]+)<\/style>/.exec(unknown.body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect([unknown.statusCode, unknown.headers['content-security-policy']]).toEqual([
      404,
      expect.stringContaining(`style-src 'sha256-${hash}'`),
    ]);
    const [, start = ''] = /href="([^"]+)"/.exec(unknown.body) ?? [];
    expect(new URL(start, 'https://pay.example.com/payments/docs/a/nowhere.html').pathname).toBe('/payments/');
    const { headers } = await http.inject({ url: '/docs/index.html' });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });

  it('says how to build its pages when they are missing, and is not linked', async () => {
    expect(await serveDocs(http, join(folder, 'nowhere'))).toBe(false);
    for (const place of ['/docs', '/docs/']) expect((await get(place)).text).toContain('pnpm run docs');
    expect(await entry()).toEqual({ basePath, health: '/healthz' });
    expect((await get('/', 'text/html')).text).not.toContain('/docs');
  });

  it('is neither served nor linked by a package without pages', async () => {
    expect(await serveDocs(http, null)).toBe(false);
    for (const place of ['/docs', '/docs/', '/docs/reference.html']) expect((await get(place)).status).toBe(404);
    expect(await entry()).toEqual({ basePath, health: '/healthz' });
  });
});
