import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startedServers } from '../../test/started-servers.ts';

const servers = startedServers();

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s during the start ends the process at once, by its own handler', async (signal, code) => {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  silent.listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const server = servers.launch('', { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/payments` });
  await once(silent, 'connection');
  // Without a handler the code is null, and the first process of a container does not end at all.
  expect(await server.stop(signal)).toBe(code);
  expect(server.stderr()).toBe('');
});
