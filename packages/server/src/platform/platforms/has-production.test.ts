import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { createPlatform } from './create-platform.ts';
import { createHasProduction } from './has-production.ts';

eachEngine('the check for a production environment', (start) => {
  it('is repeated after a failed read', async () => {
    const { deps } = await start();
    let isAway = true;
    const read: typeof deps.database.read = (work) =>
      isAway ? Promise.reject(new Error('away')) : deps.database.read(work);
    const hasProduction = createHasProduction({ read });
    await expect(hasProduction()).rejects.toThrow('away');
    isAway = false;
    expect(await hasProduction()).toBe(false);
  });

  it('reads once for two parallel calls, and again for a later call', async () => {
    const { deps, clock } = await start();
    let reads = 0;
    const read: typeof deps.database.read = (work) => {
      reads += 1;
      return deps.database.read(work);
    };
    const hasProduction = createHasProduction({ read });
    expect(await Promise.all([hasProduction(), hasProduction()])).toEqual([false, false]);
    expect(reads).toBe(1);
    const given = {
      platformId: 'Acme',
      environment: 'PRODUCTION',
      isRegulated: false,
      skipsVerificationPaperwork: false,
      currencies: [],
    } as const;
    await deps.database.transaction((unit) => createPlatform({ unit, now: clock.now(), deps }, given));
    expect([await hasProduction(), reads]).toEqual([true, 2]);
  });
});
