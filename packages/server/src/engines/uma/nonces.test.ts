import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { machineClock } from '../../../test/uma-counterparty.ts';
import { dayMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { dueNonces, useNonce } from './nonces.ts';

oneEngine('the one-time value of an expired message', (start) => {
  it('is refused for a day more, in case a clock goes back or another process is behind', async () => {
    const { deps, tenant } = await start();
    const { database, sealer, random } = deps;
    const context = { tenant, deps: { database, sealer, random, clocks: { system: machineClock } } };
    const now = machineClock.now();
    const expired = { domain: 'bank.example', nonce: '1', expiresAt: plusMs(now, -secondMs) };
    const old = { domain: 'bank.example', nonce: '2', expiresAt: plusMs(now, -dayMs - secondMs) };
    for (const seen of [expired, old]) expect(await useNonce(context, seen)).toBe(true);
    await dueNonces.work({ ...deps, clock: machineClock }, () => undefined);
    expect([await useNonce(context, expired), await useNonce(context, old)]).toEqual([false, true]);
  });
});
