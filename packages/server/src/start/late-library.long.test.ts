import { describe, expect, it } from 'vitest';
import { openReceiver } from '../../test/receiver.ts';
import { runScript } from '../../test/server-process.ts';

const here = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** Takes all descriptors of the process, so that no file can be opened until they are given back. */
const crowded = `
  import { closeSync, openSync } from 'node:fs';
  const taken = [];
  const takeAll = () => { try { for (;;) taken.push(openSync('/dev/null', 'r')); } catch {} };
  const giveBack = () => { for (const one of taken.splice(0)) closeSync(one); };`;

describe.skipIf(process.platform !== 'linux')('a library that cannot be loaded without a free file descriptor', () => {
  it('of webhooks is loaded again for the next one', async () => {
    const { origin, close } = await openReceiver(() => ({ status: 200 }));
    const { output } = await runScript(
      `${crowded}
      import { generateKeyPairSync } from 'node:crypto';
      import { createSendWebhook } from ${here('../engines/outbox/send.ts')};
      const send = createSendWebhook({ allowsLoopback: true });
      const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const post = () => send({ endpoint: '${origin}/', body: '{}', key });
      takeAll();
      console.log((await post()).statusCode);
      giveBack();
      console.log((await post()).statusCode);
      await send.close();`,
      60,
    );
    await close();
    expect(output).toBe('null\n200\n');
  });

  it('of wallets is loaded again for the next one', async () => {
    const { output } = await runScript(
      `${crowded}
      import { cipherSuite } from ${here('../engines/wallet-crypto/hpke.ts')};
      takeAll();
      console.log(await cipherSuite().then(() => 'loaded', () => 'failed'));
      giveBack();
      console.log(await cipherSuite().then(() => 'loaded', () => 'failed'));`,
      60,
    );
    expect(output).toBe('failed\nloaded\n');
  });

  it('of metrics does not end the process', async () => {
    const { code, output } = await runScript(
      `${crowded}
      import { setTimeout as delay } from 'node:timers/promises';
      import { openMetrics } from ${here('../telemetry/metrics/open-metrics.ts')};
      const metrics = openMetrics({ sampleFreshMs: 0, droppedLines: () => 0 });
      takeAll();
      await delay(2_500);
      giveBack();
      metrics.close();
      console.log('alive');`,
      60,
    );
    expect([code, output]).toEqual([0, 'alive\n']);
  });
});
