import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileOf, formOf, passport } from '../../test/documents.ts';
import { createTestDatabase, dropTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { startedServers } from '../../test/started-servers.ts';
import { filesBelow } from '../backups/parts.ts';
import { answerVerify } from '../start/verify-command.ts';

const servers = startedServers();
afterEach(() => vi.unstubAllEnvs());

const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

describe.each(['sqlite', 'postgres'] as const)('the stored files of a store on %s', (engine) => {
  const isAway = engine === 'postgres' && postgresUnavailable() !== undefined;

  it.skipIf(isAway)('are reported missing by verify per document, while the server runs', async () => {
    const url = engine === 'postgres' ? await createTestDatabase() : undefined;
    if (url !== undefined) vi.stubEnv('DATABASE_URL', url);
    try {
      const server = await servers.start('', url === undefined ? {} : { DATABASE_URL: url });
      const documents: string[] = [];
      for (let made = 0; made < 2; made += 1) {
        const { body: customer } = await server.request('POST', '/customers', ada);
        const form = formOf({ ...passport, file: fileOf('pdf'), documentHolder: customer.id });
        documents.push((await server.request('POST', '/documents', form)).body.id);
      }
      const verify = async (): Promise<[number, string]> => {
        let printed = '';
        const code = await answerVerify(['--data', servers.folder], (text) => {
          printed += text;
        });
        return [code, printed];
      };
      expect(await verify()).toEqual([0, expect.stringContaining('ok      documents-have-files')]);
      const files = join(servers.folder, 'files');
      for (const name of filesBelow(files)) rmSync(join(files, name));
      expect(await verify()).toEqual([
        1,
        expect.stringMatching(/BREACH {2}documents-have-files: Document:\S+ has no file/),
      ]);
      for (const id of documents) expect((await server.request('DELETE', `/documents/${id}`)).status).toBe(204);
      expect((await verify())[0]).toBe(0);
    } finally {
      await servers.stopAll();
      if (url !== undefined) await dropTestDatabase(url);
    }
  });
});
