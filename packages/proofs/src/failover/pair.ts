import pg from 'pg';
import { type CutOff, openCutOff } from '../../../server/test/cut-off.ts';
import { type OwnCluster, startOwnCluster } from '../../../server/test/own-cluster.ts';
import { findPostgresBinaries, howToInstall } from '../../../server/test/postgres-cluster.ts';

/** A primary and a standby that streams from it, each a separate cluster on loopback. */
export interface Pair {
  readonly primary: OwnCluster;
  readonly standby: OwnCluster;
  /** The connection from the standby to the primary. */
  readonly link: CutOff;
  readonly databaseName: string;
  readonly ports: readonly [primary: number, standby: number];
  stop(): Promise<void>;
}

const standbyName = 'second';

/** With `isSynchronous`, the primary confirms only commits that are on the standby's disk. */
export async function startPair(isSynchronous: boolean): Promise<Pair> {
  if (findPostgresBinaries() === undefined) throw new Error(howToInstall);
  const settings = ['wal_level=replica', 'max_wal_senders=5', 'wal_keep_size=256MB', 'hot_standby=on'];
  const primary = await startOwnCluster({ settings });
  const link = await openCutOff(primary.url);
  const { port } = new URL(link.url);
  const standbyOf = `host=127.0.0.1 port=${port} user=postgres application_name=${standbyName}`;
  const standby = await startOwnCluster({ settings, standbyOf });
  const databaseName = 'payments';
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${databaseName}`);
  if (isSynchronous) {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (${standbyName})'`);
    await client.query('SELECT pg_reload_conf()');
  }
  const wanted = isSynchronous ? 'sync' : 'async';
  for (let state = ''; state !== wanted; ) {
    const { rows } = await client.query('SELECT sync_state FROM pg_stat_replication');
    state = rows[0]?.sync_state ?? '';
  }
  await client.end();
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    standby.stop();
    primary.stop();
    await link.close();
  };
  process.on('exit', () => {
    if (isStopped) return;
    standby.stop();
    primary.stop();
  });
  const ports = [Number(new URL(primary.url).port), Number(new URL(standby.url).port)] as const;
  return { primary, standby, link, databaseName, ports, stop };
}
