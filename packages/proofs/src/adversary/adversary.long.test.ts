import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { createStoreFolder, openMigratedFile } from '../../../server/test/fresh-stores.ts';
import { operationsOf } from '../../../spec-tools/src/rules/operations.ts';
import { follow } from '../../../spec-tools/src/rules/references.ts';
import type { OperationId } from '../../../types/src/index.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import { arbitraryOf } from './arbitraries.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';
import { catchPlant, plants } from './seeded-faults.ts';
import { isValidBody } from './valid-requests.ts';

const folder = createStoreFolder();
afterAll(() => rmSync(folder, { recursive: true }));

let stores = 0;
const open = async (): Promise<Database> => {
  stores += 1;
  return openMigratedFile(join(folder, `${stores}.sqlite`));
};
// Generous, because the machine of a test does other work at the same time.
const hangMs = 20_000;
const paying = ['createQuote', 'executeQuote', 'createCustomer', 'listTransactions', 'updatePlatformConfig'];
const play = (seed: number): Promise<FuzzReport> =>
  fuzz({ open, requests: 8, chapter: 8, seed, hangMs, only: new Set(paying) });

describe('random requests', () => {
  it('to every operation get only documented responses and break no invariant', async () => {
    const { breaches, manners, operations } = await fuzz({ open, requests: 1, seed: 5, hangMs });
    expect(breaches).toEqual([]);
    expect(operations).toBe(operationsOf(loadSpecification()).length);
    expect(Math.min(...Object.values(manners))).toBeGreaterThan(10);
  });

  it('are the same for the same seed and differ for another', async () => {
    const [first, again, other] = [await play(7), await play(7), await play(8)];
    expect({ ...again, slowestMs: 0 }).toEqual({ ...first, slowestMs: 0 });
    expect(other.trace).not.toBe(first.trace);
  });

  it('include a valid body beyond the examples for every operation', () => {
    const specification = loadSpecification();
    const byExamples: string[] = [];
    for (const { id, operation } of operationsOf(specification)) {
      const media = operation.requestBody?.content['application/json'];
      if (media?.schema === undefined) continue;
      const { schema, examples = {} } = media;
      const shown = Object.values(examples).map((example) => follow(specification, example).value);
      const bodies = fc.sample(arbitraryOf(specification, schema), { seed: 3, numRuns: 24 });
      const valid = bodies.filter((body) => isValidBody(id as OperationId, body));
      const own = valid.filter((body) => !shown.some((example) => isDeepStrictEqual(body, example)));
      expect([id, valid.length > 0]).toEqual([id, true]);
      if (own.length === 0) byExamples.push(id);
    }
    // These take one of a few values, and each of them is an example.
    expect(byExamples.sort()).toEqual([
      'createExternalAccountOwnershipChallenge',
      'createPlatformExternalAccountOwnershipChallenge',
      'recordSecurityEvent',
      'startScaFactorEnrollment',
    ]);
  });
});

describe('a seeded fault in the server', () => {
  it.each(plants.map((plant) => [plant.name, plant] as const))('is detected: %s', async (_name, plant) => {
    expect((await catchPlant(plant, open, 3)).by).toMatch(plant.seenAs);
  });
});
