import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { raw } from '../../../test/query-plans.ts';
import type { Database } from './database.ts';
import { declaredStatements, type Statement } from './statement.ts';

/** The engine resolves tables and columns, compares types and makes a plan. Nothing is read or changed. */
async function faultsOf(database: Database, statements: readonly Statement<object, unknown>[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, bind } of statements) {
    const { text, values } = bind(database.engine, {});
    const explained = raw(`EXPLAIN ${text}`, values);
    await database
      .transaction((unit) => unit.all(explained, {}))
      .catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
  }
  return faults;
}

/** SQLite has one writer, so no unit waits for a turn there. */
const onlyOnPostgres = new Set([
  'listDeliveryQueuesFrom',
  'lockClockShared',
  'lockPlatformShared',
  'lockClock',
  'lockEndpoint',
  'lockDeliveryClaims',
  'takeAdvisoryLock',
  'listPartsOfTable',
  'takeTurnAtParts',
]);

// Most rules are tested on one engine, but their SQL must be right on both.
eachEngine('every statement that the server declares', (start) => {
  it('is accepted by the engine', async () => {
    const { bare } = await start();
    const mine = declaredStatements().filter(({ name }) => bare.engine === 'postgres' || !onlyOnPostgres.has(name));
    expect(mine.length).toBeGreaterThan(150);
    expect(await faultsOf(bare, mine)).toEqual([]);
  });

  it('is rejected with an unknown column, and on PostgreSQL with mixed types', async () => {
    const { bare } = await start();
    const misspelt = raw('select id from customers where nowhere = 1');
    const mixed = raw("select id from customers where updated_at > 1 and id = 'a' || 1 > 2");
    const faults = await faultsOf(bare, [misspelt, mixed]);
    expect(faults[0]).toContain('nowhere');
    expect(faults).toHaveLength(bare.engine === 'postgres' ? 2 : 1);
  });
});
