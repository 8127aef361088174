import { expect, it } from 'vitest';
import { header, upload } from '../../../test/customer-files.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { newWorld } from '../../../test/worlds.ts';
import { createMemoryFileStore } from '../../engines/files/memory-file-store.ts';
import { dueImports } from './import-customers.ts';

const text = `${header}\nun,even`;
/** One counts the rows and one imports them. */
const turnsOfFile = 2;
const filesOfOne = 6;

/** Does turns until the import ends, and returns their number. */
async function turnsUntilEnd(server: TestServer, jobId: string): Promise<number> {
  for (let turn = 1; ; turn += 1) {
    expect(await dueImports(() => []).work(server.deps, () => undefined)).toBe(1);
    const { body } = await server.request('GET', `/customers/bulk/jobs/${jobId}`);
    if (body.status === 'COMPLETED') return turn;
  }
}

eachEngine('the turns of imports', (start) => {
  it('alternate between platforms, however many files one of them has uploaded', async () => {
    const deps = { files: createMemoryFileStore() };
    const [busy, other] = [await start({ deps }), await start({ deps })];
    const files: string[] = [];
    for (let count = 0; count < filesOfOne; count += 1) files.push((await upload(busy, text)).body.jobId);
    const { body } = await upload(other, text);
    const turns = await turnsUntilEnd(other, body.jobId);
    expect(turns).toBeLessThanOrEqual(2 * turnsOfFile);
    for (let left = (filesOfOne + 1) * turnsOfFile - turns; left > 0; left -= 1)
      expect(await dueImports(() => []).work(busy.deps, () => undefined)).toBe(1);
    for (const id of files)
      expect((await busy.request('GET', `/customers/bulk/jobs/${id}`)).body.status).toBe('COMPLETED');
  });

  it('are shared by a platform and its worlds', async () => {
    const deps = { files: createMemoryFileStore() };
    const busy = await start({ deps });
    for (let count = 0; count < filesOfOne; count += 1) await upload({ ...busy, ...(await newWorld(busy)) }, text);
    const other = await start({ deps });
    const { body } = await upload(other, text);
    expect(await turnsUntilEnd(other, body.jobId)).toBeLessThanOrEqual(2 * turnsOfFile);
  });
});
