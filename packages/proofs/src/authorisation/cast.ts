import { createMemoryFileStore } from '../../../server/src/engines/files/memory-file-store.ts';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { type StartOptions, startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import type { Cast } from './matrix.ts';
import { buildSibling, buildWorld, type World } from './world.ts';

export interface OpenCast extends Cast {
  close(): Promise<void>;
}

let count = 0;

/**
 * The features that every platform of the matrix supports. Workers process due work for all platforms of a database,
 * and find their files.
 */
export const platformOptions = {
  currencies: ['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'INR', 'USDC', 'BTC', 'USDB'],
  deps: { files: createMemoryFileStore() },
  // Simulated worlds, so that production has data that strangers could access.
  production: 'SIMULATED',
} as const satisfies StartOptions;

/** Three tenants on one database, each with its own server. The servers of the others use `calls`. */
export async function openCast(database: Database, calls: Database = database): Promise<OpenCast> {
  count += 1;
  const servers: TestServer[] = [];
  const open = async (tag: string, platformId: string, environment: 'SANDBOX' | 'PRODUCTION'): Promise<World> => {
    const server = await startTestServer(tag === 'Aardvark' ? database : calls, {
      ...platformOptions,
      platformId: `${platformId}-${count}`,
      environment,
    });
    servers.push(server);
    return buildWorld(server, tag, environment === 'SANDBOX');
  };
  const victim = await open('Aardvark', 'aardvark', 'SANDBOX');
  const production = await open('Badger', 'aardvark', 'PRODUCTION');
  const stranger = await open('Caracal', 'caracal', 'SANDBOX');
  const sibling = await buildSibling(victim.server, 'Dingo');
  return {
    victim,
    production,
    stranger,
    sibling,
    close: async () => {
      for (const server of servers) await server.close();
    },
  };
}
