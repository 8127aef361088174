import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { domainOf, header, person, upload } from '../../../test/customer-files.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { FilesUnavailable } from '../../engines/files/file-store.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import { MissingAdapter } from '../../operation/ports/missing-adapter.ts';
import { dueImports } from './import-customers.ts';

eachEngine('an import of customers', (start) => {
  it('fails a row on an unexpected error, reports one such error per turn, and continues', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const ids = ['user-1', 'user-2', 'user-3', 'user-4', 'user-5'];
    const text = [header, ...ids.map((id) => person(domain, id))].join('\n');
    const { body: accepted } = await upload(server, text);
    const { work } = dueImports((body) => {
      if (/user-[23]/.test(JSON.stringify(body))) throw new Error('nobody has thought of this');
      if (JSON.stringify(body).includes('user-4')) throw new MissingAdapter('identity');
      return [];
    });
    const bugs: unknown[] = [];
    for (let turn = 0; turn < 2; turn += 1) await work(server.deps, (bug) => bugs.push(bug));
    expect(bugs).toMatchObject([{ message: 'nobody has thought of this' }]);
    const { body } = await server.request('GET', `/customers/bulk/jobs/${accepted.jobId}`);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      progress: { successful: 2, failed: 3 },
      errors: [
        { correlationId: 'user-2', code: 'INTERNAL_ERROR' },
        { correlationId: 'user-3', code: 'INTERNAL_ERROR' },
        { correlationId: 'user-4', code: 'NOT_IMPLEMENTED' },
      ],
    });
  });

  it('ends with BULK_UPLOAD.FAILED after three attempts whose lease has expired', async () => {
    const server = await start();
    const { body: accepted } = await upload(server, `${header}\nun,even`);
    const { work } = dueImports(() => []);
    const begun: string[] = [];
    // A worker that loses its file is equivalent to a dead one: its lease expires.
    const read = (key: string): AsyncIterable<Uint8Array> => {
      begun.push(key);
      return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) };
    };
    for (let died = 1; died <= 3; died += 1) {
      const now = () => plusMs(server.clock.now(), died * 31 * secondMs);
      const forTenant = async (tenant: number) => {
        const deps = await server.deps.forTenant(tenant);
        return { ...deps, files: { ...deps.files, read } };
      };
      void work({ ...server.deps, clock: { ...server.deps.clock, now }, forTenant }, () => undefined);
      await expect.poll(() => begun.length).toBe(died);
    }
    await server.advance(5 * 60_000);
    const { body } = await server.request('GET', `/customers/bulk/jobs/${accepted.jobId}`);
    const message = expect.stringMatching(/^The server stopped 3 times while it read the file from line 1\./);
    expect(body).toMatchObject({
      status: 'FAILED',
      errors: [{ correlationId: 'file', code: 'INTERNAL_ERROR', message }],
    });
    expect(await committedEvents(server, body.id)).toMatchObject([{ type: 'BULK_UPLOAD.FAILED', data: body }]);
  });

  it('completes after four attempts with an unavailable file store', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const { body: accepted } = await upload(server, [header, person(domain, 'user-1')].join('\n'));
    const { work } = dueImports(() => []);
    const told: unknown[] = [];
    const read = (): never => {
      throw new FilesUnavailable('AWAY', 'unplugged');
    };
    for (let tries = 1; tries <= 4; tries += 1) {
      const now = () => plusMs(server.clock.now(), tries * 31 * secondMs);
      const forTenant = async (tenant: number) => {
        const deps = await server.deps.forTenant(tenant);
        return { ...deps, files: { ...deps.files, read } };
      };
      await work({ ...server.deps, clock: { ...server.deps.clock, now }, forTenant }, (error) => told.push(error));
    }
    expect(told).toEqual(Array.from({ length: 4 }, () => expect.any(FilesUnavailable)));
    await server.advance(5 * 60_000);
    const { body } = await server.request('GET', `/customers/bulk/jobs/${accepted.jobId}`);
    expect(body).toMatchObject({ status: 'COMPLETED', progress: { successful: 1 } });
  });

  it('refuses a row with CONFLICT when its platformCustomerId is taken in parallel', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const { body: accepted } = await upload(
      server,
      [header, ...['user-1', 'user-2'].map((id) => person(domain, id))].join('\n'),
    );
    const { work } = dueImports(() => []);
    const turn = (): Promise<number> => work(server.deps, (bug) => expect(bug).toBeUndefined());
    await turn();
    await newCustomerId(server);
    let importing: Promise<number> | undefined;
    await server.bare.transaction(async (unit) => {
      const text = `update customers set platform_customer_id = 'user-1' where tenant = ${server.tenant} returning id`;
      expect(await unit.select((db) => rawQuery(sql.raw<{ id: string }>(text), db))).toHaveLength(1);
      // On PostgreSQL the row sees the id as free and then waits for it; on SQLite it waits before it reads.
      importing ??= turn();
      await untilWaiting(server.bare, importing);
    });
    await importing;
    const { body } = await server.request('GET', `/customers/bulk/jobs/${accepted.jobId}`);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      progress: { successful: 1, failed: 1 },
      errors: [{ correlationId: 'user-1', code: 'CONFLICT' }],
    });
  });
});
