import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeAgent } from '../../test/agents.ts';
import { type Answer, createCaller } from '../../test/caller.ts';
import { oneEngine } from '../../test/each-engine.ts';
import { makeSender } from '../../test/parties.ts';
import type { TestServer } from '../../test/test-server.ts';
import { callerAddress, readTrustedProxies } from './trusted-proxies.ts';

function proxies(text: string): BlockList {
  const read = readTrustedProxies(text);
  if (read === undefined) throw new Error(`${text} is no list of proxies`);
  return read;
}

describe('the address of a caller', () => {
  const trusted = proxies('10.0.0.0/8, fd00::1');

  it.each([
    ['the proxy sends no header', '10.0.0.1', undefined, '10.0.0.1'],
    ['the proxy forwards it', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['the peer is not a trusted proxy', '203.0.113.9', '203.0.113.7', '203.0.113.9'],
    ['the caller prepends other addresses', '10.0.0.1', '1.1.1.1, 10.0.0.9, 203.0.113.7', '203.0.113.7'],
    ['it came through several proxies', 'fd00::1', '198.51.100.4, 203.0.113.7,10.9.9.9', '203.0.113.7'],
    ['the header is repeated', '10.0.0.1', ['198.51.100.4', '203.0.113.7'], '203.0.113.7'],
    ['its port is told too', '10.0.0.1', '203.0.113.7:50123', '203.0.113.7'],
    ['its port is told too, of IPv6', '10.0.0.1', '[2001:db8::7]:50123', '2001:db8::7'],
    ['the proxy is written as IPv6', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['the proxy sends unknown', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['the last entry is not an address', '10.0.0.1', '203.0.113.7, <script>', '10.0.0.1'],
    ['the header is empty', '10.0.0.1', '', '10.0.0.1'],
    ['the header has proxies only', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ])('is resolved when %s', (_case, peer, header, address) => {
    expect(callerAddress(peer, header, trusted)).toBe(address);
  });

  it('is that of the connection when no proxy is trusted', () => {
    expect(callerAddress('127.0.0.1', '203.0.113.7', new BlockList())).toBe('127.0.0.1');
  });
});

describe('the setting for trusted proxies', () => {
  it.each(['10.0.0.5', '10.0.0.0/8', 'fd00::/8,::1', ' 192.0.2.1 , 192.0.2.2 '])('accepts the list %s', (text) => {
    expect(readTrustedProxies(text)).toBeDefined();
  });

  it.each(['', 'proxy.example.com', '10.0.0.0/33', '10.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0.1,', '10.0.0.0/x'])(
    'refuses the list “%s”',
    (text) => {
      expect(readTrustedProxies(text)).toBeUndefined();
    },
  );
});

const unknown = 'SERVICE-AGENT-AAAA-AAAA';

function redeem(server: TestServer, code: string, forwardedFor: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': forwardedFor };
  const caller = createCaller({ baseUrl: server.baseUrl });
  return caller.request('POST', `/agents/device-codes/${code}/redeem`, undefined, headers);
}

oneEngine('guessing device codes behind a proxy', (start) => {
  it('is limited per forwarded address when the proxy is trusted', async () => {
    const server = await start({ settings: { trustedProxies: proxies('127.0.0.1') } });
    const { customerId } = await makeSender(server, 'USD', 0);
    const { code } = await makeAgent(server, customerId);
    const guesses = Array.from({ length: 11 }, (_, count) => redeem(server, unknown, `1.1.1.${count}, 203.0.113.7`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(404), 429]);
    expect((await redeem(server, code, '203.0.113.7')).status).toBe(429);
    expect((await redeem(server, code, '203.0.113.8')).status).toBe(200);
  });
});

oneEngine('guessing device codes with a forged X-Forwarded-For', (start) => {
  it('is limited per connection address when no proxy is trusted', async () => {
    const server = await start();
    const guesses = Array.from({ length: 11 }, (_, count) => redeem(server, unknown, `203.0.113.${count}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(404), 429]);
  });
});
