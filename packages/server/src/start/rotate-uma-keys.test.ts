import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { findPublishedKeys } from '../engines/uma/keys.ts';
import { hourMs, plusMs } from '../ground/clock/instant.ts';
import { rotateUmaKeys } from './rotate-uma-keys.ts';

oneEngine('new UMA keys', (start) => {
  it('are created by platform name and used an hour later', async () => {
    const server = await start({ platformId: 'rotating' });
    const { deps, tenant, clock } = server;
    const before = await findPublishedKeys({ tenant, deps });
    const from = plusMs(clock.now(), hourMs);
    expect(await rotateUmaKeys({ database: deps.database, deps }, 'rotating')).toEqual({
      SANDBOX: `new keys, in use from ${from}`,
    });
    expect((await findPublishedKeys({ tenant, deps })).signingPublicKey).toBe(before.signingPublicKey);
    clock.moveTo(from);
    expect((await findPublishedKeys({ tenant, deps })).signingPublicKey).not.toBe(before.signingPublicKey);
    await expect(rotateUmaKeys({ database: deps.database, deps }, 'unknown')).rejects.toThrow('There is no platform');
  });
});
