import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import type { SandboxAccess } from '../../proofs/src/sandbox/launch-sandbox.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { basicAuthorization } from '../../server/test/caller.ts';
import { type SandboxContender, slowQuote, startServer } from './contenders.ts';
import { drivePayments } from './drive-payments.ts';
import { type Figures, median, ratio } from './figures.ts';
import { memoryMiB } from './process-figures.ts';

export interface StreamsOptions {
  readonly folder: string;
  readonly cluster: Cluster | undefined;
  readonly clients: number;
  readonly rounds: number;
  readonly payments: number;
}

const streams = 200;
/** Streams send activity with a short delay. */
const restMs = 1_500;
/** Streams that are opened and closed, in batches of the maximum per token. */
const connects = 1_000;

/** The cost of 200 streams for the payments of their platform, in turns with none, and the memory after 1,000 of them. */
export async function measureStreams(options: StreamsOptions): Promise<Figures> {
  const figures = await measureOne('Sqlite', options, undefined);
  if (options.cluster === undefined) return figures;
  return { ...figures, ...(await measureOne('Postgres', options, await options.cluster.createDatabase())) };
}

async function measureOne(
  name: string,
  { folder, clients, rounds, payments }: StreamsOptions,
  databaseUrl: string | undefined,
): Promise<Figures> {
  const server = await startServer(join(folder, `streams-${name}`), clients, slowQuote, { databaseUrl });
  const [alone, followed]: [Half[], Half[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const before = await drivePayments({ ...server, payments, restMs });
    const readers = await openStreams(server, streams);
    const during = await drivePayments({ ...server, payments, restMs });
    const bytes = readers.close();
    tell(
      `  round ${round}/${rounds} ${name}: ${before.perSecond.toFixed(0)} payments/s alone, ${during.perSecond.toFixed(0)} with ${streams} streams; server ${before.serverMs.toFixed(2)} and ${during.serverMs.toFixed(2)} ms CPU each; ${(bytes / 1e6).toFixed(1)} MB told`,
    );
    if (round === 0) continue;
    alone.push(before);
    followed.push(during);
  }
  const left = await leftBy(server);
  await server.stop();
  const of = (halves: readonly Half[], figure: keyof Half): number[] => halves.map((half) => half[figure]);
  return {
    [`paymentsPerSecondAlone${name}`]: median(of(alone, 'perSecond')),
    [`paymentsPerSecondWithStreams${name}`]: median(of(followed, 'perSecond')),
    [`ratioWithStreams${name}`]: ratio(of(followed, 'perSecond'), of(alone, 'perSecond')),
    [`cpuRatioWithStreams${name}`]: ratio(of(followed, 'serverMs'), of(alone, 'serverMs')),
    [`mebibytesLeftBy1000Streams${name}`]: left,
  };
}

interface Half {
  readonly perSecond: number;
  readonly serverMs: number;
}

/** Readers that accept compressed text, like browsers, and only count bytes, so that reading costs little. */
async function openStreams({ sandbox }: SandboxContender, count: number): Promise<{ close(): number }> {
  let bytes = 0;
  const sockets = await Promise.all(
    Array.from({ length: count }, () => openOne(sandbox, (length) => (bytes += length))),
  );
  return {
    close: () => {
      for (const socket of sockets) socket.destroy();
      return bytes;
    },
  };
}

function openOne({ baseUrl, tokenId, tokenSecret }: SandboxAccess, onBytes: (length: number) => void): Promise<Socket> {
  const { hostname, port, pathname } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', reject);
    socket.once('data', (head) => {
      if (!String(head).startsWith('HTTP/1.1 200')) reject(new Error(`no stream: ${String(head).slice(0, 300)}`));
      resolve(socket);
    });
    socket.on('data', ({ length }) => onBytes(length));
    const lines = [
      `GET ${pathname}/stream HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: ${basicAuthorization(tokenId, tokenSecret)}`,
      'Accept-Encoding: gzip',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

/** The growth of resident memory after many streams were opened and closed. The first turn is a warm-up. */
async function leftBy(server: SandboxContender): Promise<number> {
  const turn = async (): Promise<void> => void (await openStreams(server, streams)).close();
  await turn();
  const before = memoryMiB(server.pid).now;
  for (let opened = 0; opened < connects; opened += streams) await turn();
  return memoryMiB(server.pid).now - before;
}
