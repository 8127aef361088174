import { verifyStore } from '../../../server/src/verify/verify-store.ts';
import { startTwoServers } from '../../../server/test/two-servers.ts';
import { idsOf } from './copies.ts';
import { lockless } from './lockless.ts';
import type { Stage } from './race.ts';
import { type Pair, pairsOf, requestsOn } from './requests.ts';
import { buildScene } from './scene.ts';

export interface OpenStage extends Stage {
  readonly pairs: readonly Pair[];
  /** Ends the servers, and returns their bugs and the broken invariants of the store. */
  close(): Promise<readonly string[]>;
}

/** Builds the scene in a new store of two servers. With a plant, one statement does not lock what it finds. */
export async function openStage(plant?: string): Promise<OpenStage> {
  const bugs: unknown[] = [];
  const two = await startTwoServers(
    { currencies: ['USD', 'EUR', 'GBP', 'MXN', 'USDC', 'BTC', 'USDB'], onBug: (error) => bugs.push(error) },
    (database) => lockless(database, plant),
  );
  const pairs = pairsOf(requestsOn(await buildScene(two.server)));
  return {
    two,
    known: await idsOf(two),
    pairs,
    close: async () => {
      const findings = (await verifyStore(two.server.bare)).filter(({ breach }) => breach !== null);
      await two.close();
      return [...bugs.map(String), ...findings.map(({ name, breach }) => `${name}: ${breach}`)];
    },
  };
}
