import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { business, domainOf, header, imported, person, upload } from '../../../test/customer-files.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { createMemoryFileStore } from '../../engines/files/memory-file-store.ts';
import { DatabaseUnavailable } from '../../ground/database/database.ts';
import { findJob, saveJob } from './bulk-imports-repository.ts';
import { dueImports } from './import-customers.ts';

/** Files in memory, and how many bytes of them were read. */
function countingFiles() {
  const files = createMemoryFileStore();
  const read = { count: 0 };
  const counted = async function* (key: string, from?: number): AsyncGenerator<Uint8Array> {
    for await (const bytes of files.read(key, from)) {
      read.count += bytes.length;
      yield bytes;
    }
  };
  return { files: { ...files, read: counted }, read };
}

oneEngine('importing customers from a file', (start) => {
  it('creates a customer per row and emits its event, then BULK_UPLOAD.COMPLETED', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const before = (await committedEvents(server)).length;
    const accepted = await upload(server, [header, person(domain, 'user-1'), business(domain, 'company-1')].join('\n'));
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({ jobId: expect.stringMatching(/^Job:/), status: 'PENDING' });
    const path = `/customers/bulk/jobs/${accepted.body.jobId}`;
    expect((await server.request('GET', path)).body).toMatchObject({ status: 'PENDING', progress: { total: 0 } });
    await server.advance(1_000);
    const { body } = await server.request('GET', path);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      progress: { total: 2, processed: 2, successful: 2, failed: 0 },
      errors: [],
      completedAt: expect.any(String),
    });
    const { body: customers } = await server.request('GET', '/customers');
    expect(customers.data).toMatchObject([
      { platformCustomerId: 'company-1', businessInfo: { legalName: 'Compiler Works Inc', country: 'US' } },
      { platformCustomerId: 'user-1', fullName: 'Grace Hopper', address: { line1: '1 Main Street' } },
    ]);
    const { id } = customers.data[1];
    expect((await committedEvents(server)).slice(before)).toEqual([
      { type: 'CUSTOMER.KYC_APPROVED', resourceId: id, sequence: 1, data: expect.objectContaining({ id }) },
      { type: 'BULK_UPLOAD.COMPLETED', resourceId: accepted.body.jobId, sequence: 1, data: body },
    ]);
  });

  it('continues after a refused row and reports the columns at fault', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const rows = [
      person(domain, 'user-1', '23.03.1992'),
      person(domain, 'user-2'),
      person(domain, 'user-2'),
      `$nobody@${domain},,INDIVIDUAL,Ada Lovelace,1990-01-01,,1 Street,Town,NY,1,US`,
      'too,short',
      person('elsewhere.example', 'user-3'),
      `$c@${domain},company-1,MACHINE,,,,1 Street,Town,NY,1,US`,
    ];
    const { body } = await imported(server, [header, ...rows].join('\r\n'));
    expect(body.progress).toEqual({ total: 7, processed: 7, successful: 1, failed: 6 });
    expect(body.errors).toMatchObject([
      { correlationId: 'user-1', code: 'INVALID_FIELD', details: { errors: [{ field: 'birthDate' }] } },
      { correlationId: 'user-2', code: 'CONFLICT' },
      { correlationId: 'row-5', code: 'INVALID_FIELD', details: { errors: [{ field: 'platformCustomerId' }] } },
      { correlationId: 'short', code: 'invalid_csv_format' },
      { correlationId: 'user-3', code: 'INVALID_FIELD', details: { errors: [{ field: 'umaAddress' }] } },
      { correlationId: 'company-1', code: 'INVALID_FIELD' },
    ]);
    for (const { code, message } of body.errors as { code: string; message: string }[])
      if (code === 'INVALID_FIELD') expect(message).toMatch(/^Correct .* and upload the row again\.$/);
  });

  it('lists the empty cells of a row together with its wrong ones, each column once', async () => {
    const server = await start();
    const rows = [
      `,user-1,INDIVIDUAL,,never,,1 Street,,NY,1,Narnia,,,not-an-address`,
      `$b@${await domainOf(server)},user-2,,Ada Lovelace,1990-01-01,,1 Street,Town,NY,1,US,DE,+1,`,
    ];
    const { body } = await imported(server, [`${header},region,phoneNumber,email`, ...rows].join('\n'));
    const columnsOf = (entry: { details: { errors: { field: string }[] } }) =>
      entry.details.errors.map(({ field }) => field).toSorted();
    expect(body.errors.map(columnsOf)).toEqual([
      ['birthDate', 'city', 'country', 'email', 'fullName', 'umaAddress'],
      ['customerType'],
    ]);
  });

  it('stores region and phoneNumber of a row, and refuses the region XX', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const rows = [
      `${person(domain, 'user-1')},DE,+4915550100200`,
      `${person(domain, 'user-2')},XX,`,
      `${person(domain, 'user-3')},,`,
    ];
    const { body } = await imported(server, [`${header},region,phoneNumber`, ...rows].join('\n'));
    expect(body.errors).toMatchObject([
      { correlationId: 'user-2', code: 'INVALID_FIELD', details: { errors: [{ field: 'region' }] } },
    ]);
    const { body: customers } = await server.request('GET', '/customers');
    expect(customers.data).toMatchObject([
      { platformCustomerId: 'user-3' },
      { platformCustomerId: 'user-1', region: 'DE', phoneNumber: '+4915550100200', contactVerification: {} },
    ]);
    expect(customers.data[0]).not.toHaveProperty('region');
  });

  it('fails with invalid_csv_format and imports no row from an unreadable file', async () => {
    const server = await start();
    const domain = await domainOf(server);
    for (const [text, words] of [
      ['', 'empty'],
      ['name,customerType\nx,y', 'no column umaAddress'],
      [`${header}\n${person(domain, 'user-1')}\n"open`, 'never closed'],
      [`${header}\n"a" "b`.replaceAll(',', ';'), 'separated by semicolons'],
      [`\uFEFF"${header.replaceAll(',', '"\t"')}"\n`, 'separated by tabs'],
      [Buffer.from(`\uFEFF${header}\n`, 'utf16le'), 'UTF-16'],
      [Buffer.from(`${header}\r\n`, 'utf16le'), 'UTF-16'],
    ] as const) {
      const { body } = await imported(server, text);
      expect(body).toMatchObject({
        status: 'FAILED',
        progress: { processed: 0 },
        errors: [{ correlationId: 'file', code: 'invalid_csv_format', message: expect.stringContaining(words) }],
      });
      const [event] = await committedEvents(server, body.id);
      expect(event).toMatchObject({ type: 'BULK_UPLOAD.FAILED', data: body });
    }
    expect((await server.request('GET', '/customers')).body.data).toEqual([]);
  });

  it('resumes at the stored offset without reading the earlier rows again', async () => {
    const { files, read: bytes } = countingFiles();
    const server = await start({ deps: { files } });
    const row = `uneven,${'x'.repeat(90)}\n`;
    const rows = 20_000;
    const { body: accepted } = await upload(server, `${header}\n${row.repeat(rows)}`);
    const { work } = dueImports(() => []);
    const turn = (): Promise<number> => work(server.deps, () => undefined);
    const [done, id] = [rows - 10, accepted.jobId];
    const job = async () => (await server.request('GET', `/customers/bulk/jobs/${id}`)).body;
    await turn();
    // Other due work waits for a turn, so a turn is limited.
    expect(bytes.count).toBeLessThan((rows * row.length * 3) / 4);
    expect(await job()).toMatchObject({ status: 'PENDING', progress: { total: 0 } });
    await turn();
    expect(await job()).toMatchObject({ status: 'PROCESSING', progress: { total: rows } });
    expect(bytes.count).toBeGreaterThan(rows * row.length);
    expect(bytes.count).toBeLessThan((rows * row.length * 5) / 4);
    await server.deps.database.transaction(async (unit) => {
      const job = await findJob(unit, server.tenant, id);
      if (job === undefined) throw new Error('the job is gone');
      const next_offset = header.length + 1 + done * row.length;
      await saveJob(unit, { ...job, failed: done, next_offset, next_line: done + 2 }, 0);
    });
    bytes.count = 0;
    await turn();
    const { body } = await server.request('GET', `/customers/bulk/jobs/${id}`);
    expect(body).toMatchObject({ status: 'COMPLETED', progress: { total: rows, processed: rows } });
    expect(bytes.count).toBeLessThan(200_000);
  });

  it('fails on a file of more than 1,000,000 rows without reading all of it', async () => {
    const { files, read } = countingFiles();
    const server = await start({ deps: { files } });
    const { body: accepted } = await upload(server, `${header}\n${'un,even\n'.repeat(100_000)}`);
    await server.deps.database.transaction(async (unit) => {
      const job = await findJob(unit, server.tenant, accepted.jobId);
      if (job === undefined) throw new Error('the job is gone');
      await saveJob(unit, { ...job, counted_rows: 999_999, counted_offset: header.length + 1, counted_line: 2 }, 0);
    });
    await server.advance(1_000);
    const { body } = await server.request('GET', `/customers/bulk/jobs/${accepted.jobId}`);
    const message = 'The file has more than 1000000 rows. Upload them in several files.';
    expect(body).toMatchObject({ status: 'FAILED', errors: [{ correlationId: 'file', message }] });
    expect(read.count).toBeLessThan(200_000);
  });

  it('refuses an unknown customerType such as __proto__, and reports a long row id whole', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const types = ['constructor', 'toString', '__proto__', 'individual'];
    const rows = types.map((type, index) => person(domain, `user-${index}`).replace('INDIVIDUAL', type));
    const long = `${'x'.repeat(254)}\u{1f600}`;
    const { body } = await imported(server, [header, ...rows, person(domain, long, 'never')].join('\n'));
    expect(body).toMatchObject({ status: 'COMPLETED', progress: { processed: 5, failed: 5 } });
    expect(body.errors).toMatchObject([
      ...types.map((_type, index) => ({
        correlationId: `user-${index}`,
        details: { errors: [{ field: 'customerType' }] },
      })),
      { correlationId: long },
    ]);
  });

  it('reports a row by its line when its id is "file" or the row number of another row', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const rows = ['file', 'row-2', 'files'].map((id) => person(domain, id, 'never'));
    const { body } = await imported(server, [header, ...rows].join('\n'));
    expect(body.errors).toMatchObject(['row-2', 'row-3', 'files'].map((correlationId) => ({ correlationId })));
  });

  it('refuses a missing file, another platform, and an upload without permission', async () => {
    const server = await start();
    expect((await upload(server, header, 'other')).body.code).toBe('INVALID_INPUT');
    const { body } = await upload(server, header);
    const path = `/customers/bulk/jobs/${body.jobId}`;
    expect((await (await start()).request('GET', path)).body.code).toBe('BULK_UPLOAD_JOB_NOT_FOUND');
    const viewer = await server.withToken(['VIEW']);
    expect((await upload(viewer, header)).body.code).toBe('FORBIDDEN');
    expect((await viewer.request('GET', path)).status).toBe(200);
  });
});

eachEngine('importing customers from a file', (start) => {
  it('imports each row once despite database outages and two parallel workers', async () => {
    const server = await start();
    const domain = await domainOf(server);
    const rows = Array.from({ length: 560 }, (_, index) => person(domain, `user-${index}`));
    const { body: accepted } = await upload(server, [header, ...rows].join('\n'));
    let checks = 0;
    const { work } = dueImports(() => {
      checks += 1;
      if (checks % 130 === 0) throw new DatabaseUnavailable('AWAY', 'the process dies');
      return [];
    });
    const failing = (): Promise<number> => work(server.deps, () => undefined);
    for (let turn = 0; turn < 12; turn += 1) {
      await Promise.all([failing(), failing()]);
      await server.advance(6 * 60_000);
    }
    const { body } = await server.request('GET', `/customers/bulk/jobs/${accepted.jobId}`);
    expect(body).toMatchObject({ status: 'COMPLETED', progress: { total: 560, successful: 560, failed: 0 } });
  });

  it('continues a job that an earlier version left without an offset', async () => {
    const server = await start();
    const { body: accepted } = await upload(server, `${header}\n${'un,even\n'.repeat(520)}`);
    const { work } = dueImports(() => []);
    for (let turn = 0; turn < 2; turn += 1) await work(server.deps, () => undefined);
    await server.deps.database.transaction(async (unit) => {
      const job = await findJob(unit, server.tenant, accepted.jobId);
      expect(job).toMatchObject({ failed: 500, next_line: 502 });
      if (job !== undefined) await saveJob(unit, { ...job, next_offset: null, next_line: null }, 500);
    });
    await server.advance(1_000);
    const { body } = await server.request('GET', `/customers/bulk/jobs/${accepted.jobId}`);
    expect(body).toMatchObject({ status: 'COMPLETED', progress: { processed: 520, failed: 520 } });
  });
});
