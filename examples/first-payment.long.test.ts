import type { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { freePort } from '../packages/server/test/free-port.ts';
import { runServer } from '../packages/server/test/server-process.ts';

const example = fileURLToPath(new URL('./first-payment.ts', import.meta.url));

describe('the first payment example', () => {
  it('runs against the sandbox until the verified COMPLETED event arrives', async () => {
    const sandbox = runServer(['--port', '0', '--memory', '--json']);
    try {
      const { baseUrl, tokenId, tokenSecret, webhookPublicKey } = await sandbox.ready();
      const port = await freePort();
      const { code, output } = await run({
        BASE_URL: baseUrl,
        TOKEN_ID: tokenId,
        TOKEN_SECRET: tokenSecret,
        WEBHOOK_PUBLIC_KEY: webhookPublicKey,
        WEBHOOK_PORT: String(port),
      });
      expect([code, output]).toEqual([0, expect.stringContaining('OUTGOING_PAYMENT.COMPLETED')]);
      const sequence = [...output.matchAll(/OUTGOING_PAYMENT\.\w+/g)].map(([type]) => type);
      expect(sequence).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.COMPLETED',
      ]);
    } finally {
      await sandbox.stop();
    }
  });

  it('prints only the reason and exits with 1 when a setting is wrong or its port is in use', async () => {
    const settings = { BASE_URL: 'http://127.0.0.1:9/2025-10-13', TOKEN_ID: 'an-id', TOKEN_SECRET: 'a-secret' };
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const wrongKey = await run({ ...settings, WEBHOOK_PUBLIC_KEY: 'no key' });
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const wrongPort = await run({ ...settings, WEBHOOK_PUBLIC_KEY: key, WEBHOOK_PORT: String(port) });
    taken.close();
    for (const [{ code, output }, words] of [
      [wrongKey, /key/],
      [wrongPort, /EADDRINUSE/],
    ] as const) {
      expect([code, output]).toEqual([1, expect.stringMatching(words)]);
      expect(output).not.toMatch(/^ +at |node:internal|Node\.js v/m);
    }
  });

  it('names a missing environment variable in one line', async () => {
    const { code, output } = await run({});
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining('BASE_URL')]]);
  });
});

async function run(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [example], { env: { PATH: process.env['PATH'] ?? '', ...environment } });
  let output = '';
  const collect = (text: Buffer): void => {
    output += text.toString('utf8');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}
