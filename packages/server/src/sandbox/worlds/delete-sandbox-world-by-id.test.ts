import { expect, it } from 'vitest';
import { fileOf, formOf, passport } from '../../../test/documents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { newWorld, rowsOf, tenantOf, type World } from '../../../test/worlds.ts';
import { createMemoryFileStore } from '../../engines/files/memory-file-store.ts';
import { recordUpload } from '../../engines/files/orphan-files.ts';
import { dayMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { tenantTables } from './tenant-tables.ts';

async function use(world: World): Promise<void> {
  const { customerId, accounts } = await makeSender(world);
  const to = await makeUsdAccount(world, customerId);
  const body = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
  expect((await world.request('POST', '/quotes', body, { 'idempotency-key': 'one' })).status).toBe(201);
  const form = formOf({ ...passport, file: fileOf('pdf'), documentHolder: customerId });
  expect((await world.request('POST', '/documents', form)).status).toBe(201);
}

const left = (counts: Record<string, number>): string[] =>
  Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [name] : []));

eachEngine('deleting a sandbox world', (start) => {
  it('revokes its tokens at once, then deletes its rows in every table and its files', async () => {
    const files = createMemoryFileStore();
    const server = await start({ deps: { files } });
    const [world, neighbour] = [await newWorld(server), await newWorld(server)];
    await use(world);
    await use(neighbour);
    const [tenant, other] = [await tenantOf(server, world), await tenantOf(server, neighbour)];
    const abandoned = `${tenant}/0198c0de-7a26-7c3f-9e07-a1b2c3d4e501`;
    await server.bare.transaction(async (unit) => recordUpload(unit, { fileKey: abandoned, now: server.clock.now() }));
    await files.put(abandoned, files.read(files.keys()[0] ?? ''));
    const before = await rowsOf(server, tenant);
    expect(Object.keys(before).sort()).toEqual(Object.keys(tenantTables).sort());
    expect(left(before).length).toBeGreaterThan(12);
    expect(files.keys()).toHaveLength(3);

    const path = `/sandbox/worlds/${world.made.id}`;
    expect((await server.request('DELETE', path)).status).toBe(204);
    expect((await world.request('GET', '/config')).status).toBe(401);
    expect((await server.request('GET', path)).body.status).toBe('DELETING');
    expect((await server.request('DELETE', path)).status).toBe(204);

    await server.advance(2 * secondMs);
    expect((await server.request('GET', path)).status).toBe(404);
    expect(left(await rowsOf(server, tenant))).toEqual(['platforms', 'removed_tenants'].sort());
    await server.advance(2 * minuteMs);
    expect(left(await rowsOf(server, tenant))).toEqual([]);
    expect(await rowsOf(server, other)).toMatchObject({
      customers: 1,
      documents: 1,
      transactions: 1,
      tokens: 1,
    });
    expect(files.keys()).toHaveLength(1);
    expect((await neighbour.request('GET', '/config')).status).toBe(200);
  });

  it('removes a row that is written after the deletion', async () => {
    const server = await start();
    const world = await newWorld(server);
    const tenant = await tenantOf(server, world);
    await server.request('DELETE', `/sandbox/worlds/${world.made.id}`);
    await server.advance(2 * secondMs);
    const now = server.clock.now();
    await server.bare.transaction(async (unit) =>
      unit.insert('receiver_lookups', [
        {
          tenant,
          id: 'late',
          receiver: 'x',
          sender_customer_id: null,
          currencies: '[]',
          required_fields: '[]',
          created_at: now,
          expires_at: now,
        } as never,
      ]),
    );
    await server.advance(2 * minuteMs);
    expect(left(await rowsOf(server, tenant))).toEqual([]);
  });

  it('happens automatically at the expiry of the world, in real time', async () => {
    const server = await start();
    const short = await newWorld(server, { expiresAt: '2025-01-01T01:00:00Z' });
    const usual = await newWorld(server, { clock: { scale: 1_000_000 } });
    await server.advance(60 * minuteMs - 1);
    expect((await short.request('GET', '/config')).status).toBe(200);
    await server.advance(1);
    expect((await short.request('GET', '/config')).status).toBe(401);
    expect((await usual.request('GET', '/config')).status).toBe(200);
    await server.advance(7 * dayMs - 60 * minuteMs);
    expect((await usual.request('GET', '/config')).status).toBe(401);
    expect((await server.request('GET', '/sandbox/worlds')).body.data).toEqual([
      expect.objectContaining({ id: usual.made.id, status: 'DELETING' }),
    ]);
  });
});

oneEngine('a deleted sandbox world', (start) => {
  it('returns WORLD_NOT_FOUND to another platform, before and after the deletion', async () => {
    const server = await start();
    const stranger = await start();
    const world = await newWorld(server);
    const path = `/sandbox/worlds/${world.made.id}`;
    const expectUnknown = async (): Promise<void> => {
      for (const method of ['GET', 'DELETE']) {
        const answer = await stranger.request(method, path);
        expect(answer).toMatchObject({ status: 404, body: { code: 'WORLD_NOT_FOUND' } });
      }
    };
    await expectUnknown();
    expect((await world.request('GET', '/config')).status).toBe(200);
    expect((await server.request('DELETE', path)).status).toBe(204);
    expect((await server.request('GET', path)).body.status).toBe('DELETING');
    await expectUnknown();
  });

  it('does not pass its tenant number to the next world', async () => {
    const server = await start();
    const world = await newWorld(server);
    const tenant = await tenantOf(server, world);
    await server.request('DELETE', `/sandbox/worlds/${world.made.id}`);
    await server.advance(3 * minuteMs);
    expect(await tenantOf(server, await newWorld(server))).toBe(tenant + 1);
  });
});
