import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StoreSql } from './multiply-store.ts';

/** The store of a stopped server, accessed with SQL. */
export interface OpenStore {
  readonly sql: StoreSql;
  close(): Promise<void>;
}

function sqliteStore(file: string): OpenStore {
  const handle = new DatabaseSync(file);
  // Filling the store need not survive a crash.
  handle.exec('PRAGMA synchronous = OFF');
  return {
    sql: {
      engine: 'sqlite',
      columns: async (table) =>
        handle
          .prepare(`SELECT name FROM pragma_table_info('${table}')`)
          .all()
          .map(({ name }) => String(name)),
      run: async (text) => handle.exec(text),
    },
    close: async () => {
      handle.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      handle.close();
      // Otherwise the first payments would wait for the flush of the filled rows.
      const descriptor = openSync(file, 'r');
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}

function postgresStore(url: string): OpenStore {
  const client = new pg.Client({ connectionString: url });
  const connected = client.connect();
  return {
    sql: {
      engine: 'postgres',
      columns: async (table) => {
        await connected;
        const { rows } = await client.query<{ column_name: string }>(
          'SELECT column_name FROM information_schema.columns WHERE table_name = $1',
          [table],
        );
        return rows.map((row) => row.column_name);
      },
      run: async (text) => {
        await client.query(text);
      },
    },
    close: () => client.end(),
  };
}

export function openStore(dataFolder: string, databaseUrl: string | undefined): OpenStore {
  return databaseUrl === undefined ? sqliteStore(join(dataFolder, 'payments.sqlite')) : postgresStore(databaseUrl);
}
