import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorTable } from '@payments-platform/types';
import { afterEach, expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { umaQuoteBody } from '../../../test/uma-payments.ts';
import { createUntrustedFetch, type UntrustedFetch } from '../../engines/outbox/untrusted-fetch.ts';
import type { UmaContext } from '../../engines/uma/uma-network.ts';
import { createSandboxUma, localReceiver } from '../../sandbox/adapters/sandbox-uma.ts';
import { lookupMistakes, payMistakes } from '../../sandbox/adapters/uma/local-mistakes.ts';
import { askLocalProvider } from '../../sandbox/adapters/uma/local-provider.ts';
import { createSandboxLightning } from '../../sandbox/adapters/uma/sandbox-lightning.ts';

const domain = 'broken.example';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A provider over HTTP with the fault that the name in the address stands for. `context` is set once it is called. */
async function openBrokenProvider(context: () => UmaContext): Promise<URL> {
  let regarding = '';
  const answerOf = async (request: IncomingMessage) => {
    const url = new URL(request.url ?? '', `https://${domain}`);
    const [, name] = /\/lnurlp\/(\$[^/?]+)/.exec(url.pathname) ?? [];
    // A request for keys names no address: it belongs to the message before.
    if (name !== undefined) regarding = `${name}@${domain}`;
    const method = request.method === 'POST' ? 'POST' : 'GET';
    return askLocalProvider({ method, url, body: await text(request), regarding }, context(), localReceiver);
  };
  const server: Server = createServer((request, response) => {
    answerOf(request).then(
      ({ status, ...answer }) =>
        status === null || !('body' in answer) ? request.socket.destroy() : response.writeHead(status).end(answer.body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
}

function nameFor(step: 'lookup' | 'quote', code: string): string {
  return `$error.on.${step}.${code.toLowerCase().replaceAll('_', '.')}@${domain}`;
}

oneEngine('a provider that breaks the protocol, over HTTP', (start) => {
  it('is refused with the error code of its mistake, at a lookup and at a quote', async () => {
    let context: UmaContext | undefined;
    const place = await openBrokenProvider(() => context as UmaContext);
    const ask: UntrustedFetch = createUntrustedFetch({ peers: new Map([[domain, place]]) });
    closing.push(() => ask.close());
    const peers = { has: (one: string) => one === domain, ask };
    const server = await start({ deps: { uma: createSandboxUma(peers), lightning: createSandboxLightning(peers) } });
    context = { tenant: server.tenant, deps: server.deps };
    const { customerId, accounts } = await makeSender(server);
    const lookUp = (address: string) =>
      server.request('GET', `/receiver/uma/${encodeURIComponent(address)}?customerId=${customerId}`);
    for (const code of Object.keys(lookupMistakes) as (keyof typeof lookupMistakes)[]) {
      const { status, body } = await lookUp(nameFor('lookup', code));
      expect([code, status, body.code]).toEqual([code, errorTable[code].status, code]);
    }
    for (const code of Object.keys(payMistakes) as (keyof typeof payMistakes)[]) {
      const address = nameFor('quote', code);
      const { lookupId } = (await lookUp(address)).body;
      const quote = umaQuoteBody({ from: accounts['USD'] ?? '', address, lookupId });
      const { status, body } = await server.request('POST', '/quotes', quote);
      expect([code, status, body.code]).toEqual([code, errorTable[code].status, code]);
    }
  });
});
