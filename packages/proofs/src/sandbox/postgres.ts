import { type OwnCluster, startOwnCluster } from '../../../server/test/own-cluster.ts';
import { createTestDatabase, findPostgresBinaries, howToInstall } from '../../../server/test/postgres-cluster.ts';

/** A PostgreSQL cluster for the lifetime of the script. */
export interface Cluster extends OwnCluster {
  createDatabase(): Promise<string>;
}

/** Starts a separate cluster, or returns why there is none. */
export async function startPostgres(options: Parameters<typeof startOwnCluster>[0] = {}): Promise<Cluster | string> {
  if (findPostgresBinaries() === undefined) return howToInstall;
  const cluster = await startOwnCluster(options);
  process.env['PAYMENTS_TEST_POSTGRES_URL'] = cluster.url;
  let isStopped = false;
  const stopOnce = (): void => {
    if (isStopped) return;
    isStopped = true;
    cluster.stop();
  };
  process.on('exit', stopOnce);
  return { ...cluster, createDatabase: createTestDatabase, stop: stopOnce };
}
