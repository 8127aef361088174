import type { CreatedSandboxWorld } from '@payments-platform/types';
import { type Caller, createCaller, expectStatus } from './caller.ts';
import type { TestServer } from './test-server.ts';

/** A world of a platform, as its tests use it. */
export interface World extends Caller {
  readonly made: CreatedSandboxWorld;
}

/** Calls a world with the token that it was made with. */
export function inWorld({ baseUrl }: Pick<TestServer, 'baseUrl'>, made: CreatedSandboxWorld): World {
  const { clientId, clientSecret } = made.token;
  return { made, ...createCaller({ baseUrl, tokenId: clientId, tokenSecret: clientSecret }) };
}

export async function newWorld(server: TestServer, body: object = {}): Promise<World> {
  return inWorld(server, expectStatus(await server.request('POST', '/sandbox/worlds', body), 201));
}

/** The tenant that a world is. */
export async function tenantOf({ deps }: Pick<TestServer, 'deps'>, { made }: World): Promise<number> {
  const rows = await deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('sandbox_worlds').select('world').where('id', '=', made.id)),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no world ${made.id}`);
  return row.world;
}
