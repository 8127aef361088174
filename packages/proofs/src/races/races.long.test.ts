import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresUnavailable } from '../../../server/test/postgres-cluster.ts';
import { copyScene } from './copies.ts';
import { type OpenStage, openStage } from './open-stage.ts';
import { callersOf, nameOf, race } from './race.ts';
import type { Pair, SceneRequest } from './requests.ts';

function pairOf({ pairs }: OpenStage, name: string): Pair {
  const found = pairs.find((pair) => nameOf(pair) === name);
  if (found === undefined) throw new Error(`there is no pair ${name}`);
  return found;
}

/** Pairs of which one request undoes or uses up what the other needs. */
const rivals = [
  'execute to a bank + transfer out',
  'execute to a bank + delete the payee',
  'freeze the account + freeze the account',
  'freeze the account + buy',
  'approve + approve the other',
  'delete the customer + fund the empty account',
  'authorize + authorize the other',
  'debit the customer + delete the customer',
  'agent debits the customer + delete the customer',
  'agent executes + agent executes the other',
  'pay from the wallet + pay again from the wallet',
  'end the session by the other + delete the other credential',
  'end the session + end the session',
];

/** Refused even alone, so that it spends an attempt. */
const refused = new Set(['authorize wrongly']);

describe.skipIf(postgresUnavailable() !== undefined)('two requests at once', () => {
  let stage: OpenStage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(async () => {
    expect(await stage.close()).toEqual([]);
  });

  it.each(rivals)('have the outcome of one after the other: %s', async (name) => {
    expect(await race(stage, pairOf(stage, name))).toBeUndefined();
  });

  it('are requests that succeed alone', async () => {
    const requests = new Set<SceneRequest>(stage.pairs.flat());
    const failed: string[] = [];
    for (const request of requests) {
      const [caller] = await callersOf(await copyScene(stage.two, stage.known), [request, request]);
      const { status, text } = await request.send(caller);
      if (status >= 400 !== refused.has(request.name)) failed.push(`${request.name}: ${status} ${text}`);
    }
    expect(failed).toEqual([]);
    expect(requests.size).toBeGreaterThan(65);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('a statement that does not lock what it finds', () => {
  it.each([['lock internal_accounts by id', 'freeze the account + freeze the account']])(
    'is detected: %s',
    async (statement, name) => {
      const stage = await openStage(statement);
      // Chance decides which request is first, so that some attempts see nothing.
      const oddity = await race(
        stage,
        pairOf(stage, name),
        Array.from({ length: 20 }, () => 0),
      );
      await stage.close();
      expect(oddity?.pair).toBe(name);
    },
  );
});
