import { expect, it } from 'vitest';
import { header, upload } from '../../../test/customer-files.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { newWorld } from '../../../test/worlds.ts';

eachEngine('the unfinished imports of a platform and its worlds', (start) => {
  it('are at most 50, and further files are refused with RATE_LIMITED until one is finished', async () => {
    const server = await start();
    const world = await newWorld(server);
    for (let count = 0; count < 50; count += 1) {
      const { status } = await upload(count % 2 === 0 ? server : world, header);
      expect([count, status]).toEqual([count, 202]);
    }
    for (const full of [server, world]) {
      const { status, body, headers } = await upload(full, header);
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60']);
    }
    await server.advance(60_000);
    expect((await upload(server, header)).status).toBe(202);
  });
});
