import { BlockList } from 'node:net';
import { getSignedLnurlpRequestUrl } from '@uma-sdk/core';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { keyPair } from '../../../test/uma-counterparty.ts';
import { instantOf, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { createSandboxUma } from '../../sandbox/adapters/sandbox-uma.ts';

const domain = 'strangers.example';

oneEngine('a sender that signs for domains without keys', (start) => {
  it('triggers at most 30 key requests from one IPv6 network, whichever address it uses', async () => {
    const asked: string[] = [];
    const ask = async ({ url }: { readonly url: URL }) => {
      asked.push(url.host);
      return { status: 503, body: '' };
    };
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    const uma = createSandboxUma({ has: () => true, ask });
    const server = await start({ deps: { uma }, settings: { trustedProxies } });
    // The SDK uses the clock of this machine.
    server.clock.moveTo(instantOf(Date.now()));
    await server.request('PATCH', '/config', { umaDomain: domain });
    await makeSender(server, 'USD', 0, { umaAddress: `$ada@${domain}` });
    const lookUp = async (from: string, senderVaspDomain: string): Promise<number> => {
      const { pathname, search } = await getSignedLnurlpRequestUrl({
        isSubjectToTravelRule: true,
        receiverAddress: `$ada@${domain}`,
        senderVaspDomain,
        signingPrivateKey: keyPair(3).privateKey,
      });
      const headers = { host: domain, 'x-forwarded-for': from };
      const { statusCode, body } = await request(`${new URL(server.baseUrl).origin}${pathname}${search}`, { headers });
      await body.dump();
      return statusCode;
    };
    for (let number = 0; number < 31; number += 1)
      expect(await lookUp(`2001:db8:0:1::${number}`, `bank-${number}.example`)).toBe(424);
    expect(asked).toHaveLength(30);
    await lookUp('2001:db8:0:2::1', 'bank-30.example');
    expect(asked).toHaveLength(31);
    server.clock.moveTo(plusMs(server.clock.now(), minuteMs - 1));
    await lookUp('2001:db8:0:1::1', 'bank-31.example');
    expect(asked).toHaveLength(31);
    server.clock.moveTo(plusMs(server.clock.now(), 1));
    for (let number = 31; number < 62; number += 1)
      expect(await lookUp(`2001:db8:0:1::${number}`, `bank-${number}.example`)).toBe(424);
    expect(asked).toHaveLength(61);
  });
});
