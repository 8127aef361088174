import type { CreatedSandboxWorld } from '@payments-platform/types';
import { sql } from 'kysely';
import { rawQuery } from '../src/ground/database/statement.ts';
import { type Caller, createCaller, expectStatus } from './caller.ts';
import type { TestServer } from './test-server.ts';

/** A world of a platform, as its tests use it. */
export interface World extends Caller {
  readonly made: CreatedSandboxWorld;
}

/** Calls a world with its first token. */
export function inWorld({ baseUrl }: Pick<TestServer, 'baseUrl'>, made: CreatedSandboxWorld): World {
  const { clientId, clientSecret } = made.token;
  return { made, ...createCaller({ baseUrl, tokenId: clientId, tokenSecret: clientSecret }) };
}

export async function newWorld(server: TestServer, body: object = {}): Promise<World> {
  return inWorld(server, expectStatus(await server.request('POST', '/sandbox/worlds', body), 201));
}

/** The tenant of a world. */
export async function tenantOf({ deps }: Pick<TestServer, 'deps'>, { made }: World): Promise<number> {
  const rows = await deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('sandbox_worlds').select('world').where('id', '=', made.id)),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no world ${made.id}`);
  return row.world;
}

/** The tables with a column of the tenant, by the database's own catalogue, and the number of rows of one tenant. */
export async function rowsOf(server: TestServer, tenant: number): Promise<Record<string, number>> {
  const { bare } = server;
  return bare.read(async (unit) => {
    const tables = await unit.select((db) =>
      rawQuery(
        unit.engine === 'sqlite'
          ? sql<{ name: string }>`select m.name as name from sqlite_master m join pragma_table_info(m.name) c
              where m.type = 'table' and c.name = 'tenant'`
          : sql<{ name: string }>`select table_name as name from information_schema.columns
              where table_schema = current_schema() and column_name = 'tenant' and not exists (
                select 1 from pg_class p where p.relname = table_name and p.relispartition)`,
        db,
      ),
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const rows = await unit.select((db) =>
        rawQuery(sql<{ n: number }>`select count(*) as n from ${sql.table(name)} where tenant = ${tenant}`, db),
      );
      counts[name] = Number(rows[0]?.n);
    }
    return counts;
  });
}
