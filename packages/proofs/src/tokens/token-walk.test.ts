import { expect, it } from 'vitest';
import { oneEngine, type Start } from '../../../server/test/each-engine.ts';
import { faultyDatabase } from '../../../server/test/faulty-database.ts';
import { expectHealthy } from '../../../server/test/healthy-store.ts';
import { type Failure, walk } from '../walk/walk.ts';
import { endTokenWorld, openTokenWorld, tokenSteps } from './token-walk.ts';

const walks = Number(process.env['MODEL_RUNS'] ?? 4);

function walkOn(start: Start, isShortened = true): Promise<Failure | undefined> {
  return walk({
    steps: tokenSteps,
    walks,
    longest: 40,
    seed: 20,
    isShortened,
    play: async (take) => {
      const world = await openTokenWorld(await start());
      await take(world);
      await expectHealthy(world.server);
      await endTokenWorld(world);
      await expectHealthy(world.server);
    },
  });
}

oneEngine('a random walk of mints and burns', (start) => {
  it('follows the state table, creates one operation per key and keeps every balance exact', async () => {
    expect(await walkOn(start)).toBeUndefined();
  });

  it('detects a status change that is not stored', async () => {
    const { bare } = await start();
    const statement =
      'update status,funding_instructions,expires_at,funded_at,provider_status,failure_reason,updated_at of stablecoin_operations by id';
    const rewrite = (text: string): string => text.replace('"status" = ?', '"status" = coalesce("status", ?)');
    const database = faultyDatabase(bare, { statement, rewrite });
    expect(await walkOn(() => start({ deps: { database } }), false)).toBeDefined();
  });
});
