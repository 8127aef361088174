import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { expectStatus } from '../../test/caller.ts';
import { afterwards, atMerchant, makeCardholder } from '../../test/cards.ts';
import { eachEngine, oneEngine } from '../../test/each-engine.ts';
import { makeMxnAccount, makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import { sqlitePlanOf } from '../../test/query-plans.ts';
import type { TestServer } from '../../test/test-server.ts';
import { inWorld, tenantOf } from '../../test/worlds.ts';
import { minuteMs } from '../ground/clock/instant.ts';
import type { Invariant } from '../ground/database/invariant.ts';
import { rawQuery } from '../ground/database/statement.ts';
import { conversionInvariant, conversionsByPages } from '../payments/transactions/conversion-invariant.ts';
import { eventPaths, eventPathsByPages } from '../payments/transactions/event-paths.ts';
import { verifyStore } from './verify-store.ts';

async function breaches({ deps }: TestServer): Promise<string[]> {
  const findings = await verifyStore(deps.database);
  return findings.flatMap(({ name, breach }) => (breach === null ? [] : [name]));
}

/** Payments that arrive, convert, fail and are refunded, and a purchase with a refund. */
async function fill(server: TestServer): Promise<void> {
  const { customerId, accounts } = await makeSender(server);
  const ends = [await makeMxnAccount(server, customerId)];
  for (const suffix of ['111', '002', '005']) ends.push(await makeUsdAccount(server, customerId, suffix));
  for (const to of ends) {
    const body = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    expectStatus(await server.request('POST', '/quotes', body), 201);
  }
  const { cardId } = await makeCardholder(server);
  const bought = await atMerchant(server, cardId, 'authorization', 200);
  await afterwards(server, bought, 'clearing', 250);
  await afterwards(server, bought, 'return', 50);
  await server.advance(minuteMs);
}

/** Copies the platform, and returns the tenant of the copy. */
async function fork(server: TestServer): Promise<number> {
  const made = expectStatus(await server.request('POST', '/sandbox/fork', {}), 201);
  return tenantOf(server, inWorld(server, made));
}

/** Plants a fault that a healthy store does not have. */
async function plant({ bare }: TestServer, fault: string): Promise<void> {
  await bare.transaction((unit) => unit.select((db) => rawQuery(sql.raw(fault), db)));
}

eachEngine('verifying a store with copies of a platform', (start) => {
  it('finds no breach in healthy copies, with any page size', async () => {
    const server = await start();
    await fill(server);
    await fork(server);
    await fill(server);
    await fork(server);
    expect(await breaches(server)).toEqual([]);
    for (const pageSize of [1, 3]) {
      expect(await server.deps.database.snapshot(eventPathsByPages(pageSize).check)).toBeUndefined();
      expect(await server.deps.database.snapshot(conversionsByPages(pageSize).check)).toBeUndefined();
    }
  });

  it('finds a breach in the copy alone and one in the original alone', async () => {
    const server = await start();
    await fill(server);
    const copy = await fork(server);
    const found = async ({ check }: Invariant) => server.deps.database.snapshot(check);
    for (const tenant of [server.tenant, copy]) {
      const failed = `where tenant = ${tenant} and type = 'OUTGOING_PAYMENT.FAILED'`;
      await plant(server, `update deliveries set type = 'OUTGOING_PAYMENT.EXPIRED' ${failed}`);
      expect(await breaches(server)).toEqual(['events-are-declared-moves']);
      expect(await found(eventPathsByPages(1))).toContain('EXPIRED is no move');
      const expired = `where tenant = ${tenant} and type = 'OUTGOING_PAYMENT.EXPIRED'`;
      await plant(server, `update deliveries set type = 'OUTGOING_PAYMENT.FAILED' ${expired}`);
      const change = (sign: string): string =>
        `update ledger_postings set amount_minor = amount_minor ${sign} case when amount_minor > 0 then 1 else -1 end
          where tenant = ${tenant} and currency = 'MXN'`;
      await plant(server, change('+'));
      expect(await breaches(server)).toEqual(['conversions-give-no-more']);
      expect(await found(conversionsByPages(1))).toContain('MXN');
      await plant(server, change('-'));
      expect(await breaches(server)).toEqual([]);
    }
  });
});

oneEngine('verification by pages', (start) => {
  it.each([eventPaths, conversionInvariant])('uses the primary key index for $name', async ({ check }) => {
    const { bare } = await start();
    const plan = await bare.snapshot((unit) => sqlitePlanOf(unit, check));
    expect(plan).toContainEqual(expect.stringMatching(/^SEARCH t USING .* \(\(tenant,id\)>\(\?,\?\)\)$/));
  });
});
