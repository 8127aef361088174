import { createTestDatabase, findPostgresBinaries, howToInstall } from '../../packages/server/test/postgres-cluster.ts';
import startCluster from '../../packages/server/test/postgres-set-up.ts';

/** A PostgreSQL cluster that lives as long as the script. */
export interface Cluster {
  createDatabase(): Promise<string>;
  stop(): void;
}

/** Starts a cluster of its own, or says why there is none. */
export async function startPostgres(): Promise<Cluster | string> {
  if (findPostgresBinaries() === undefined) return howToInstall;
  const stop = await startCluster();
  let isStopped = false;
  const stopOnce = (): void => {
    if (isStopped) return;
    isStopped = true;
    stop();
  };
  process.on('exit', stopOnce);
  return { createDatabase: createTestDatabase, stop: stopOnce };
}
