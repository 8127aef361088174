import { generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { type NameServer, openNameServer } from '../../../test/name-server.ts';
import { openInbox, type WebhookInbox } from '../../../test/webhook-inbox.ts';
import { createResolveName } from './resolve-name.ts';
import { createSendWebhook, type SendWebhook, type WebhookAnswer } from './send.ts';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let names: NameServer;
let inbox: WebhookInbox;
let send: SendWebhook;
afterEach(async () => {
  await send.close();
  await inbox.close();
  names.close();
});

async function open(known: Readonly<Record<string, string | null>>, allowsLoopback = true): Promise<void> {
  names = await openNameServer(known);
  inbox = await openInbox();
  send = createSendWebhook({ allowsLoopback, resolve: createResolveName([names.address]) });
}

function post(host: string): Promise<WebhookAnswer> {
  const { port } = new URL(inbox.url);
  return send({ endpoint: `http://${host}:${port}/`, body: '{}', key });
}

it('resolves one name while the servers of 100 other names do not answer', async () => {
  await open({ 'receiver.example': '127.0.0.1' });
  let ended = 0;
  const hanging = Array.from({ length: 100 }, async (_, index) => {
    const answer = await post(`silent${index}.example`);
    ended += 1;
    return answer;
  });
  while (names.asked.size < 100) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(await post('receiver.example')).toEqual({ statusCode: 200, body: '' });
  expect(ended).toBe(0);
  await send.close();
  expect(await Promise.all(hanging)).toEqual(
    Array.from({ length: 100 }, () => ({ statusCode: null, error: 'the server is stopping', isBrokenOff: true })),
  );
});

it('queries the current name servers of the system', async () => {
  await open({ 'receiver.example': '127.0.0.1' });
  const nameServers = ['127.0.0.1:9'];
  const resolve = createResolveName(nameServers);
  await expect(resolve('receiver.example')).rejects.toThrow('ECONNREFUSED');
  nameServers[0] = names.address;
  expect(await resolve('receiver.example')).toEqual(['127.0.0.1']);
});

it('waits at most briefly for IPv6 addresses once it has IPv4 addresses', async () => {
  await open({});
  const silent = [await openNameServer({ 'receiver.example': '127.0.0.1' }, true), names];
  const startedMs = performance.now();
  const resolve = createResolveName(silent.map(({ address }) => address));
  expect(await resolve('receiver.example')).toEqual(['127.0.0.1']);
  expect(performance.now() - startedMs).toBeLessThan(4_000);
  silent[0]?.close();
});

it('fails only the attempt when the alias of a name has no address', async () => {
  await open({ 'dangling.example': null });
  expect(await post('dangling.example')).toEqual({ statusCode: null, error: 'the name has no address' });
});

it('never connects to a name that resolves to loopback in a deployment', async () => {
  await open({ 'rebound.example': '127.0.0.1' }, false);
  expect(await post('rebound.example')).toMatchObject({ error: expect.stringContaining('not public') });
  expect(inbox.received).toEqual([]);
});

it('resolves localhost without a name server', async () => {
  await open({});
  expect(await post('localhost')).toEqual({ statusCode: 200, body: '' });
  expect(names.asked.size).toBe(0);
});
