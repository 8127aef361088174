import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { header, upload as uploadCsv } from '../../../test/customer-files.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { upload, withFiles } from '../../../test/documents.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { problemsIn, readyPerson, submit } from '../../../test/verification-packets.ts';
import { inWorld } from '../../../test/worlds.ts';
import { createMemoryFileStore } from '../../engines/files/memory-file-store.ts';
import { mostRows } from './copy-rows.ts';

const mebibyte = 1024 * 1024;

async function* zeros(sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < sizeBytes; at += mebibyte) yield Buffer.alloc(mebibyte);
}

oneEngine('the files of a sandbox fork', (start) => {
  it('are not copied when the fork is refused', async () => {
    const files = createMemoryFileStore();
    const put: string[] = [];
    const { server, customerId } = await withFiles(start, 'SANDBOX', {
      put: (key, content) => {
        put.push(key);
        return files.put(key, content);
      },
    });
    expectStatus(await upload(server, customerId), 201);
    const late = await server.request('POST', '/sandbox/fork', { expiresAt: '2020-01-01T00:00:00Z' });
    expect(refusedFields(late)).toEqual(['expiresAt']);
    await server.bare.transaction(async (unit) => {
      for (let at = 0; at <= mostRows; at += 500)
        unit.insert(
          'conversions_before',
          Array.from({ length: 500 }, (_, index) => ({ tenant: server.tenant, transaction_id: `T${at + index}` })),
        );
    });
    expect((await server.request('POST', '/sandbox/fork', {})).body.code).toBe('WORLD_TOO_LARGE');
    expect(put).toHaveLength(1);
  });

  it('are limited to 50 MiB as read, with WORLD_TOO_LARGE above', async () => {
    const files = createMemoryFileStore();
    const server = await start({ deps: { files } });
    expectStatus(await uploadCsv(server, header), 202);
    const [key = ''] = files.keys();
    await files.put(key, zeros(50 * mebibyte));
    expectStatus(await server.request('POST', '/sandbox/fork', {}), 201);
    expect(files.keys()).toHaveLength(2);
    await files.put(key, zeros(51 * mebibyte));
    expect((await server.request('POST', '/sandbox/fork', {})).body.code).toBe('WORLD_TOO_LARGE');
    expect(files.keys()).toHaveLength(2);
  });

  it('stay refused if a check has refused them', async () => {
    const server = await start({ skipsVerificationPaperwork: false });
    const { customerId } = await readyPerson(server, '003');
    expect(problemsIn(await submit(server, customerId))).toEqual(['POOR_QUALITY_DOCUMENT']);
    const copy = inWorld(server, expectStatus(await server.request('POST', '/sandbox/fork', {}), 201));
    for (const one of [copy, server]) {
      const again = await one.request('POST', '/verifications', { customerId });
      expect([again.body.verificationStatus, ...problemsIn(again)]).toEqual([
        'RESOLVE_ERRORS',
        'POOR_QUALITY_DOCUMENT',
      ]);
    }
  });

  it('are deleted when the fork fails with CONFLICT', async () => {
    const files = createMemoryFileStore();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const server = await start({
      deps: {
        files: {
          ...files,
          put: async (key, content) => {
            const once = meanwhile;
            meanwhile = undefined;
            await once?.();
            await files.put(key, content);
          },
        },
      },
    });
    const [first, second] = [await newCustomerId(server), await newCustomerId(server)];
    expectStatus(await upload(server, first), 201);
    meanwhile = () => upload(server, second);
    expect((await server.request('POST', '/sandbox/fork', {})).body.code).toBe('CONFLICT');
    expect(files.keys()).toHaveLength(2);
    expectStatus(await server.request('POST', '/sandbox/fork', {}), 201);
    expect(files.keys()).toHaveLength(4);
  });
});
