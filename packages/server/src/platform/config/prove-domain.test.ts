import { afterEach, expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { type NameServer, openNameServer } from '../../../test/name-server.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { createReadDomainTexts } from '../../engines/uma/domain-texts.ts';

oneEngine('the UMA domain of a platform in production', (start) => {
  let names: NameServer | undefined;
  const records: Record<string, readonly string[]> = {};
  afterEach(() => names?.close());

  const startAt = async (environment: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION'): Promise<TestServer> => {
    names = await openNameServer(records);
    return start({ environment, deps: { readDomainTexts: createReadDomainTexts([names.address]) } });
  };
  const use = (server: TestServer, umaDomain: string, change: object = {}) =>
    server.request('PATCH', '/config', { umaDomain, ...change });
  const domainOf = async (server: TestServer) => (await server.request('GET', '/config')).body.umaDomain;

  it('needs a TXT record that names the platform, among any others', async () => {
    const server = await startAt();
    const { proxyUmaSubdomain: label } = (await server.request('GET', '/config')).body;
    records['_uma.mine.example.com'] = ['v=spf1 -all'];
    const { status, body } = await use(server, 'mine.example.com');
    expect(await domainOf(server)).not.toBe('mine.example.com');
    expect([status, body.details.errors]).toEqual([
      400,
      [
        {
          field: 'umaDomain',
          message: `Show that the domain is yours: add the TXT record _uma.mine.example.com with the text ${label}, and send the change again.`,
        },
      ],
    ]);
    records['_uma.mine.example.com'] = ['v=spf1 -all', label];
    expect((await use(server, 'mine.example.com')).status).toBe(200);
    expect(await domainOf(server)).toBe('mine.example.com');
  });

  it('cannot be one that names another platform, which may have left it', async () => {
    const owner = await startAt();
    const { proxyUmaSubdomain: label } = (await owner.request('GET', '/config')).body;
    records['_uma.left.example.com'] = [label];
    expect((await use(owner, 'left.example.com')).status).toBe(200);
    records['_uma.next.example.com'] = [label];
    expect((await use(owner, 'next.example.com')).status).toBe(200);
    const other = await start({ environment: 'PRODUCTION', deps: owner.deps });
    expect(refusedFields(await use(other, 'left.example.com'))).toEqual(['umaDomain']);
    expect((await use(owner, 'left.example.com')).status).toBe(200);
  });

  it('is refused until its name servers answer, and until it has records', async () => {
    const server = await start({
      environment: 'PRODUCTION',
      deps: { readDomainTexts: createReadDomainTexts(['127.0.0.1:9']) },
    });
    const { status, body } = await use(server, 'unanswered.example.com');
    expect([status, body.details.errors[0].message]).toEqual([
      400,
      'The name servers of _uma.unanswered.example.com did not answer. Send the change again later.',
    ]);
    records['_uma.bare.example.com'] = [];
    expect((await use(await startAt(), 'bare.example.com')).body.details.errors[0].message).toContain('add the TXT');
  });

  it('needs no record to stay, nor in a sandbox', async () => {
    const server = await startAt();
    const before = await domainOf(server);
    expect((await use(server, before, { webhookEndpoint: 'https://example.com/hooks' })).status).toBe(200);
    expect((await server.request('PATCH', '/config', { webhookEndpoint: null })).status).toBe(200);
    names?.close();
    expect((await use(await startAt('SANDBOX'), 'any.example.com')).status).toBe(200);
    expect(names?.asked.size).toBe(0);
  });

  it('is not looked up for a change that is refused anyway', async () => {
    const server = await startAt();
    const answer = await use(server, 'mine.example.com', { webhookEndpoint: 'ftp://example.com' });
    expect(refusedFields(answer)).toEqual(['webhookEndpoint']);
    expect(names?.asked.size).toBe(0);
  });
});
