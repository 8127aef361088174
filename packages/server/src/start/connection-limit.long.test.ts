import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPooledCaller } from '../../test/caller.ts';
import { fileOf, formOf, passport } from '../../test/documents.ts';
import { openReceiver } from '../../test/receiver.ts';
import { serverProcesses } from '../../test/server-processes.ts';

const servers = serverProcesses();

/** Opens connections that send nothing, and returns those that the server keeps. */
async function crowd(baseUrl: string, size: number): Promise<Socket[]> {
  const { hostname, port } = new URL(baseUrl);
  const open = Array.from({ length: size }, () => connect(Number(port), hostname).on('error', () => undefined));
  const kept = (): Socket[] => open.filter(({ closed, destroyed }) => !closed && !destroyed);
  // The server closes those that it has no room for at once.
  await expect.poll(() => kept().length).toBeLessThan(80);
  await delay(1_000);
  return kept();
}

describe.skipIf(process.platform !== 'linux')('more connections than the process may have open files', () => {
  it('leave it files to store documents, send webhooks and load libraries, and are reported', async () => {
    const server = await servers.start('', { OPEN_FILES: '160' });
    let received = 0;
    const receiver = await openReceiver(() => {
      received += 1;
      return { status: 200 };
    });
    const caller = createPooledCaller(server, 1);
    const { body: ada } = await caller.request('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
    });
    const kept = await crowd(server.baseUrl, 300);
    try {
      const parts = { ...passport, file: fileOf('pdf'), documentHolder: ada.id };
      expect((await caller.request('POST', '/documents', formOf(parts))).status).toBe(201);
      await caller.request('PATCH', '/config', { webhookEndpoint: receiver.origin });
      await expect.poll(() => received).toBeGreaterThan(0);
      expect(kept.length).toBeLessThan(80);
      // The library of the metrics is loaded two seconds after the start.
      await delay(2_000);
      expect(server.process.child.exitCode).toBeNull();
      expect(server.process.stderr()).toMatch(/^payments: 80 connections of callers are open.*\n$/);
    } finally {
      for (const socket of kept) socket.destroy();
    }
    await expect.poll(() => server.health('/readyz')).toBe(200);
    await caller.close();
    await receiver.close();
  });
});
