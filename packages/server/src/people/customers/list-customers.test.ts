import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { business, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { sqlitePlanOf } from '../../../test/query-plans.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { mostSorted } from '../../operation/list-rows.ts';
import { listCustomerRows } from './list-customers.ts';

async function listedIds(server: TestServer, query: string): Promise<string[]> {
  const answer = await server.request('GET', `/customers?${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data.map((customer: { id: string }) => customer.id);
}

eachEngine('listing customers', (start, engine) => {
  it('returns whole customers of the platform only, newest first', async () => {
    const server = await start();
    const other = await start();
    await newCustomerId(other);
    const first = await newCustomerId(server);
    await server.advance(1000);
    const second = await newCustomerId(server, business);
    const { body } = await server.request('GET', '/customers');
    expect(body).toMatchObject({ hasMore: false, nextCursor: null });
    expect(body.data.map((customer: { id: string }) => customer.id)).toEqual([second, first]);
    expect(body.data[0]).toEqual((await server.request('GET', `/customers/${second}`)).body);
  });

  it('walks through pages without a gap or a repeat while customers are added', async () => {
    const server = await start();
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.unshift(await newCustomerId(server));
    const first = await server.request('GET', '/customers?limit=2');
    expect(first.body).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    await newCustomerId(server);
    const second = await server.request('GET', `/customers?limit=2&cursor=${first.body.nextCursor}`);
    const third = await server.request('GET', `/customers?limit=2&cursor=${second.body.nextCursor}`);
    const pages = [first, second, third].map((page) => page.body.data.map((customer: { id: string }) => customer.id));
    expect(pages).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
    expect(third.body).toMatchObject({ hasMore: false, nextCursor: null });
  });

  it('returns 20 customers per page by default', async () => {
    const server = await start();
    for (let index = 0; index < 21; index += 1) await newCustomerId(server);
    const { body } = await server.request('GET', '/customers');
    expect(body.data).toHaveLength(20);
    expect(body.hasMore).toBe(true);
    expect((await server.request('GET', '/customers?limit=21')).body.hasMore).toBe(false);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=many',
    'cursor=nonsense',
    'customerType=ROBOT',
    'verificationStatus=HOLD',
    'createdAfter=yesterday',
    'currency=usd',
  ])('refuses the query %s with INVALID_INPUT', async (query) => {
    const server = await start();
    const answer = await server.request('GET', `/customers?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([query.split('=')[0]]);
  });

  it('hides deleted customers unless isIncludingDeleted is true', async () => {
    const server = await start();
    const kept = await newCustomerId(server);
    const deleted = await newCustomerId(server);
    await server.request('DELETE', `/customers/${deleted}`);
    expect(await listedIds(server, '')).toEqual([kept]);
    expect(await listedIds(server, 'isIncludingDeleted=false')).toEqual([kept]);
    expect(await listedIds(server, 'isIncludingDeleted=true')).toEqual([deleted, kept]);
  });

  it('filters by platformCustomerId, customerType, region and umaAddress', async () => {
    const server = await start();
    const ada = await newCustomerId(server, {
      ...person,
      platformCustomerId: 'user-1',
      region: 'GB',
      umaAddress: '$ada@uma.example.com',
    });
    const engines = await newCustomerId(server, { ...business, platformCustomerId: 'user-2', region: 'US' });
    expect(await listedIds(server, 'platformCustomerId=user-1')).toEqual([ada]);
    expect(await listedIds(server, 'platformCustomerId=user')).toEqual([]);
    expect(await listedIds(server, 'customerType=BUSINESS')).toEqual([engines]);
    expect(await listedIds(server, 'customerType=INDIVIDUAL')).toEqual([ada]);
    expect(await listedIds(server, 'region=US')).toEqual([engines]);
    expect(await listedIds(server, `umaAddress=${encodeURIComponent('$ADA@uma.example.com')}`)).toEqual([ada]);
    expect(await listedIds(server, 'region=US&customerType=INDIVIDUAL')).toEqual([]);
  });

  it('filters by the verificationStatus that it shows, whatever the check is waiting for', async () => {
    const server = await start();
    const { tenant, deps } = server;
    const made = new Map<string, string>();
    const statuses = ['UNVERIFIED', 'PENDING', 'RESOLVE_ERRORS', 'HOLD', 'APPROVED', 'REJECTED'] as const;
    for (const status of statuses) {
      const id = await newCustomerId(server);
      made.set(status, id);
      await deps.database.transaction((unit) =>
        unit.select((db) =>
          rawQuery(
            sql<never>`update customers set verification_status = ${status} where tenant = ${tenant} and id = ${id}`,
            db,
          ),
        ),
      );
    }
    const { body } = await server.request('GET', '/customers');
    const shown: { id: string; verificationStatus: string }[] = body.data;
    expect(shown).toHaveLength(statuses.length);
    for (const [status, count] of [
      ['UNVERIFIED', 2],
      ['RESOLVE_ERRORS', 2],
      ['APPROVED', 1],
      ['REJECTED', 1],
    ] as const) {
      const expected = shown.filter(({ verificationStatus }) => verificationStatus === status).map(({ id }) => id);
      expect([status, expected.length]).toEqual([status, count]);
      expect([status, await listedIds(server, `verificationStatus=${status}`)]).toEqual([status, expected]);
    }
    expect(await listedIds(server, 'verificationStatus=APPROVED&customerType=BUSINESS')).toEqual([]);
    await server.request('DELETE', `/customers/${made.get('REJECTED')}`);
    expect(await listedIds(server, 'verificationStatus=REJECTED')).toEqual([]);
    expect(await listedIds(server, 'verificationStatus=REJECTED&isIncludingDeleted=true')).toHaveLength(1);
  });

  it('filters by currency, including customers without a list of currencies', async () => {
    const server = await start({ currencies: ['USD', 'EUR', 'USDC'] });
    const everything = await newCustomerId(server);
    const dollars = await newCustomerId(server, { ...person, currencies: ['USD'] });
    const coins = await newCustomerId(server, { ...person, currencies: ['EUR', 'USDC'] });
    expect(await listedIds(server, 'currency=USD')).toEqual([dollars, everything]);
    expect(await listedIds(server, 'currency=USDC')).toEqual([coins, everything]);
    expect(await listedIds(server, 'currency=GBP')).toEqual([]);
  });

  it('treats createdAfter, createdBefore, updatedAfter and updatedBefore as inclusive', async () => {
    const server = await start();
    const first = await newCustomerId(server);
    await server.advance(1000);
    const second = await newCustomerId(server);
    await server.advance(1000);
    await server.request('PATCH', `/customers/${first}`, { customerType: 'INDIVIDUAL', email: 'ada@example.com' });
    expect(await listedIds(server, 'createdAfter=2025-01-01T00:00:01Z')).toEqual([second]);
    expect(await listedIds(server, 'createdAfter=2025-01-01T00:00:01.001Z')).toEqual([]);
    expect(await listedIds(server, 'createdBefore=2025-01-01T00:00:00Z')).toEqual([first]);
    expect(await listedIds(server, 'createdBefore=2024-12-31T23:59:59.999Z')).toEqual([]);
    expect(await listedIds(server, 'createdAfter=2025-01-01T00:00:00Z&createdBefore=2025-01-01T00:00:01Z')).toEqual([
      second,
      first,
    ]);
    expect(await listedIds(server, 'updatedAfter=2025-01-01T00:00:02Z')).toEqual([first]);
    expect(await listedIds(server, 'updatedBefore=2025-01-01T00:00:01Z')).toEqual([second]);
    expect(await listedIds(server, `updatedAfter=${encodeURIComponent('2025-01-01T02:00:02+02:00')}`)).toEqual([first]);
  });

  it('filters by update time and currency, whether few or more than 1,000 customers match', async () => {
    const server = await start({ currencies: ['USD', 'EUR'] });
    const { tenant, deps } = server;
    const euros = await newCustomerId(server, { ...person, currencies: ['EUR'] });
    const count = mostSorted + 1;
    const idOf = (number: number): string => `Customer:00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    await deps.database.transaction(async (unit) => {
      const [row] = await unit.select((db) => db.selectFrom('customers').selectAll().where('tenant', '=', tenant));
      if (row === undefined) throw new Error('there is no customer');
      const copies = Array.from({ length: count }, (_, number) => ({
        ...row,
        id: idOf(number),
        platform_customer_id: idOf(number),
        uma_address: `$c${number}@uma.example.com`,
        currencies: writeJson<readonly ['USD']>(['USD']) as typeof row.currencies,
        created_at: '2024-01-01T00:00:00.000Z' as Instant,
        updated_at: `2026-01-01T00:00:00.${String(number % 1000).padStart(3, '0')}Z` as Instant,
      }));
      for (let first = 0; first < count; first += 500) unit.insert('customers', copies.slice(first, first + 500));
    });
    const newest = [idOf(count - 1), idOf(count - 2)];
    expect(await listedIds(server, 'updatedAfter=2026-01-01T00:00:00Z&limit=2')).toEqual(newest);
    expect(await listedIds(server, 'updatedAfter=2026-01-01T00:00:00.998Z')).toEqual([idOf(999), idOf(998)]);
    expect(await listedIds(server, 'updatedBefore=2025-12-31T00:00:00Z')).toEqual([euros]);
    expect(await listedIds(server, 'currency=USD&limit=2')).toEqual(newest);
    expect(await listedIds(server, 'currency=EUR')).toEqual([euros]);
    expect(await listedIds(server, 'currency=EUR&updatedAfter=2026-01-01T00:00:00Z')).toEqual([]);
    const page = await server.request('GET', '/customers?updatedAfter=2026-01-01T00:00:00.998Z&limit=1');
    expect(await listedIds(server, `updatedAfter=2026-01-01T00:00:00.998Z&cursor=${page.body.nextCursor}`)).toEqual([
      idOf(998),
    ]);
  });

  it.runIf(engine === 'sqlite')('uses an index for each filter', async () => {
    const server = await start();
    const { tenant, deps } = server;
    const page = { limit: 50, order: 'desc', after: undefined } as const;
    const at = '2025-01-01T00:00:00Z';
    for (const [query, index] of [
      [{}, 'newest'],
      [{ createdAfter: at, createdBefore: at }, 'newest'],
      [{ customerType: 'BUSINESS' }, 'of_type'],
      [{ region: 'NZ' }, 'of_region'],
      [{ verificationStatus: 'REJECTED' }, 'by_verification'],
      [{ updatedAfter: at }, 'changed'],
      [{ updatedBefore: at }, 'changed'],
      [{ platformCustomerId: 'x' }, 'platform_customer_id'],
      [{ umaAddress: '$x@uma.example.com' }, 'uma_address'],
    ] as const) {
      const plan = await deps.database.read((unit) =>
        sqlitePlanOf(unit, (listening) => listCustomerRows(listening, tenant, query, page)),
      );
      const searches = plan.filter((step) => step.includes(' customers '));
      expect([query, ...new Set(searches.map((step) => /INDEX customers_(\w+)/.exec(step)?.[1]))]).toEqual([
        query,
        index,
      ]);
    }
    await newCustomerId(server, { ...person, currencies: ['USD'] });
    // This query depends on the lists of currencies that customers have.
    const plan = await deps.database.read((unit) =>
      sqlitePlanOf(unit, (listening) => listCustomerRows(listening, tenant, { currency: 'USD' }, page), {
        areRun: true,
      }),
    );
    expect(plan.filter((step) => step.includes(' customers ')).slice(-2)).toEqual([
      'SEARCH customers USING COVERING INDEX customers_of_currencies (tenant=? AND <expr>=?)',
      'SEARCH customers USING INDEX customers_of_currencies (tenant=? AND <expr>=?)',
    ]);
  });
});
