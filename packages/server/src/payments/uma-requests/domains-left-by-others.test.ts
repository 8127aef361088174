import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import type { StartOptions, TestServer } from '../../../test/test-server.ts';
import { findAddressedPlatform } from './addressed.ts';

/** The platform that a message about an address reaches. */
async function reached({ deps }: TestServer, host: string, name = ''): Promise<number | undefined> {
  const call = { host, name, address: '192.0.2.1', key: '', search: '', body: '' };
  return (await findAddressedPlatform(deps, call))?.tenant;
}

function useDomain(server: TestServer, umaDomain: string) {
  return server.request('PATCH', '/config', { umaDomain });
}

oneEngine('a UMA domain that a platform has left', (start) => {
  const startAt = async (domain: string, options: StartOptions = {}, hour = 0): Promise<TestServer> => {
    const server = await start(options);
    server.clock.moveTo(`2025-01-01T0${hour}:00:00.000Z`);
    await useDomain(server, domain);
    return server;
  };

  it('gives no message about an address of its former customers to a platform that uses it now', async () => {
    const domain = 'left.example.com';
    const former = await startAt(domain);
    const { customerId } = await makeSender(former, 'USD', 0, { umaAddress: `$grace@${domain}` });
    await useDomain(former, 'new.example.com');
    const current = await startAt(domain, {}, 1);
    for (const name of ['grace', 'joan']) await makeSender(current, 'USD', 0, { umaAddress: `$${name}@${domain}` });
    expect(await reached(former, domain, '$Grace')).toBeUndefined();
    expect(await reached(former, domain, '$joan')).toBe(current.tenant);
    expect(await reached(former, domain)).toBe(current.tenant);
    // A deleted customer keeps the address, as on one platform.
    await former.request('DELETE', `/customers/${customerId}`);
    expect(await reached(former, domain, '$grace')).toBeUndefined();
  });

  it('gives every message to the first of its platforms that uses it again, whoever used it in between', async () => {
    const domain = 'squatted.example.com';
    const first = await startAt(domain);
    await makeSender(first, 'USD', 0, { umaAddress: `$grace@${domain}` });
    const other = await startAt(domain, {}, 1);
    expect(await reached(first, domain, '$grace')).toBeUndefined();
    await makeSender(other, 'USD', 0, { umaAddress: `$grace@${domain}` });
    await useDomain(other, 'other.example.com');
    expect(await reached(first, domain, '$grace')).toBe(first.tenant);
    await useDomain(first, 'away.example.com');
    first.clock.moveTo('2025-01-01T02:00:00.000Z');
    await useDomain(first, domain);
    expect(await reached(first, domain, '$grace')).toBe(first.tenant);
  });

  it('stays with its platform in production, however many sandboxes use it', async () => {
    const domain = 'production.example.com';
    const production = await startAt(domain, { environment: 'PRODUCTION' });
    for (let count = 0; count < 16; count += 1) await startAt(domain);
    expect(await reached(production, domain)).toBe(production.tenant);
    await useDomain(production, 'other.example.com');
    expect(await reached(production, domain)).toBe(production.tenant);
  });
});
