import { createApp } from '../app.ts';
import type { Database } from '../database/database.ts';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Deps } from '../deps.ts';
import { createSandboxFunding } from '../funding/sandbox-funding.ts';
import { createIds } from '../ids/ids.ts';
import { createSystemRandom } from '../ids/random.ts';
import { createSandboxMessages } from '../messages/messages.ts';
import { createSandboxRails } from '../rails/sandbox-rails.ts';
import { createSandboxRates } from '../rates/sandbox-rates.ts';
import { createSandboxUma } from '../uma/sandbox-uma.ts';
import { createSealer } from '../webhooks/sealer.ts';
import { createSendWebhook } from '../webhooks/send.ts';
import { isLoopback } from './is-loopback.ts';
import { openLocalFiles } from './local-files.ts';
import { type LocalPlatform, prepareLocalPlatform } from './local-platform.ts';
import type { StartOptions } from './options.ts';
import { serveDocs } from './serve-docs.ts';
import { openStoredClock } from './stored-clock.ts';

const basePath = '/2025-10-13';

export interface RunningServer {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly platform: LocalPlatform;
  /** Finishes what is in flight, then closes the store. */
  stop(): Promise<void>;
}

/** Opens the store, prepares the local platform, and answers once the server listens. */
export async function startServer(
  options: StartOptions,
  masterKey: string | undefined,
  onBug: (error: unknown) => void,
): Promise<RunningServer> {
  const random = createSystemRandom();
  const files = openLocalFiles(options.dataFolder);
  const sealer = createSealer(files.masterKey(masterKey, random), random);
  const database = await openDatabase(options, files.databaseFile);
  let address = '';
  try {
    const clock = await openStoredClock(database, options.timeScale);
    const allowsLoopback = isLoopback(options.host);
    const send = createSendWebhook({ allowsLoopback });
    const deps: Deps = {
      database,
      clock,
      random,
      ids: createIds(clock, random),
      rates: createSandboxRates(),
      rails: createSandboxRails(),
      funding: createSandboxFunding(),
      uma: createSandboxUma(),
      send,
      messages: createSandboxMessages(),
      sealer,
      publicUrl: () => options.publicUrl ?? address,
      settings: { allowsLoopbackWebhooks: allowsLoopback, checksResponses: options.checksResponses },
    };
    const platform = await prepareLocalPlatform(deps, files);
    const app = createApp(deps, { basePath, onBug });
    await serveDocs(app.http);
    address = await app.http.listen({ host: options.host, port: options.port });
    app.start();
    return {
      baseUrl: `${address}${basePath}`,
      docsUrl: `${address}/docs`,
      platform,
      stop: async () => {
        await app.stop();
        await send.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** PostgreSQL's driver is loaded only where it is used: the embedded sandbox starts without it. */
async function openDatabase({ databaseUrl }: StartOptions, file: string): Promise<Database> {
  if (databaseUrl === null) return SqliteDatabase.open(file);
  const { PostgresDatabase } = await import('../database/postgres-database.ts');
  return PostgresDatabase.open(databaseUrl);
}
