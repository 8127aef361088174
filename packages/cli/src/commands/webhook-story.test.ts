import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { webhookListener } from '@payments-platform/client';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../server/test/each-engine.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { createRecording } from '../../test/recording.ts';
import { credentialsIn, openTerminal } from '../../test/terminal.ts';

const recorded = new URL('../../test/recordings/webhook-does-not-arrive.txt', import.meta.url);

const guide = new URL('../../../../docs/guides/command-line.md', import.meta.url);

/** The reader's program: it only accepts signed events at /webhooks. */
async function startReceiver(server: TestServer, received: string[]) {
  const { body } = await server.request('GET', '/config');
  const { webhookPublicKey } = body as { readonly webhookPublicKey: string };
  const listener = webhookListener(webhookPublicKey, (event) => void received.push(event.type), {
    report: () => undefined,
  });
  const program = createServer((request, response) => {
    if (request.url === '/webhooks') void listener(request, response);
    else response.writeHead(404).end('Not found');
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  return {
    port: String((program.address() as AddressInfo).port),
    close: () =>
      new Promise<void>((resolve) => {
        program.close(() => resolve());
        program.closeAllConnections();
      }),
  };
}

interface Stored {
  readonly status: string;
  readonly nextAttemptAt: string | null;
}

/** Waits until each event is delivered or scheduled for later: no attempt is running, and none is due. */
async function settled(server: TestServer): Promise<void> {
  const isLeft = ({ status, nextAttemptAt }: Stored): boolean =>
    status !== 'PENDING' && (status !== 'WAITING' || (nextAttemptAt !== null && nextAttemptAt > server.clock.now()));
  for (;;) {
    const { body } = await server.request('GET', '/events');
    if ((body as { readonly data: readonly Stored[] }).data.every(isLeft)) return;
    await delay(5);
  }
}

oneEngine('a webhook that does not arrive', (start) => {
  it('is diagnosed with doctor, traced with listen and resent, with the output shown in the guide', async () => {
    const server = await start({ currencies: ['USD'] });
    const received: string[] = [];
    const receiver = await startReceiver(server, received);
    const terminal = openTerminal({ environment: credentialsIn(server) });
    const ports = new Map([
      [receiver.port, '3000'],
      [new URL(server.baseUrl).port, '4020'],
    ]);
    const recording = createRecording(terminal, ports);
    try {
      server.app.start();
      await settled(server);
      recording.note('An account was opened, and my program received no event. Why?');
      expect(await recording.type('payments doctor')).toBe(1);
      recording.note('Make this machine the endpoint, and see what arrives.');
      const wrong = recording.start('payments listen --forward-to http://127.0.0.1:3000/hooks');
      await wrong.printed(1);
      await settled(server);
      await wrong.printed(2);
      await recording.type('payments events resend --since 1h');
      await settled(server);
      await wrong.printed(3);
      recording.note('The events arrive, but my program does not accept them. Why?');
      expect(await recording.type('payments doctor')).toBe(1);
      expect(received).toEqual([]);
      recording.note('The path was wrong. Fixed:');
      expect(await wrong.interrupt()).toBe(0);
      const right = recording.start('payments listen --forward-to http://127.0.0.1:3000/webhooks');
      await right.printed(1);
      await settled(server);
      await right.printed(2);
      await recording.type('payments events resend --since 1h --status DEAD,WAITING');
      await settled(server);
      await right.printed(3);
      const code = await recording.type('payments doctor');
      if (process.env['RECORDING'] === 'update') writeFileSync(recorded, recording.text());
      expect(code).toBe(0);
      expect(await right.interrupt()).toBe(0);
      expect(received.length).toBeGreaterThan(1);
      if (process.env['RECORDING'] === 'update') writeFileSync(recorded, recording.text());
      expect(recording.text()).toBe(readFileSync(recorded, 'utf8'));
      expect(readFileSync(guide, 'utf8')).toContain(recording.text());
    } finally {
      terminal.remove();
      await receiver.close();
    }
  });
});
