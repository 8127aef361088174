import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/** What happens to a connection at its next COMMIT. */
export type CommitFault = 'LOST_BEFORE' | 'LOST_AFTER' | 'LATE';

/** A proxy for a PostgreSQL server whose connections can be cut like a network. */
export interface CutOff {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Cuts every connection, and accepts none until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Stops all traffic on the open connections without closing them, as when a network forgets them. New ones work. */
  fallSilent(): void;
  /** The same, and new connections are accepted and get no answer until `restore`, as with a database that hangs. */
  hang(): void;
  /**
   * Cuts the next connection that commits: before PostgreSQL receives the COMMIT, after it is done, or before it
   * receives it late.
   */
  onNextCommit(fault: CommitFault): void;
  /** Sends what was held back for a `LATE` commit. Resolves when PostgreSQL has closed that connection. */
  deliverLate(): Promise<void>;
  close(): Promise<void>;
}

/** The client's COMMIT and, the same bytes, PostgreSQL's answer to it. */
const commit = Buffer.from('COMMIT\0');

/** One end closes when the other one does, unless it is held. */
function tie(client: Socket, server: Socket, sockets: Set<Socket>, isHeld: () => boolean): void {
  for (const [socket, other] of [
    [client, server],
    [server, client],
  ] as const) {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isHeld()) other.destroy();
    });
  }
}

/** Accepts the data and drops it. */
function silence(...sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.removeAllListeners('data').resume();
}

function neverAnswer(client: Socket, sockets: Set<Socket>): void {
  sockets.add(client);
  client.on('error', () => undefined).on('close', () => sockets.delete(client));
  silence(client);
}

async function listening(onConnection: (client: Socket) => void, port: number): Promise<Server> {
  const server = createServer(onConnection).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

export async function openCutOff(databaseUrl: string): Promise<CutOff> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let fault: CommitFault | undefined;
  let late: (() => Promise<void>) | undefined;

  const silences = new Set<() => void>();
  const fallSilent = (): void => {
    for (const fall of silences) fall();
    silences.clear();
  };
  let hangs = false;

  const join = (client: Socket): void => {
    if (hangs) return void neverAnswer(client, sockets);
    const server = dial(Number(target.port), target.hostname);
    silences.add(() => silence(server, client));
    let isHeld = false;
    tie(client, server, sockets, () => isHeld);
    server.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => {
      if (fault === undefined || !bytes.includes(commit)) return void server.write(bytes);
      const met = fault;
      fault = undefined;
      if (met === 'LOST_BEFORE') return void client.destroy();
      server.removeAllListeners('data').on('data', (answer) => {
        if (met === 'LOST_AFTER' && answer.includes(commit)) client.destroy();
      });
      if (met === 'LOST_AFTER') return void server.write(bytes);
      isHeld = true;
      client.destroy();
      late = () =>
        new Promise((resolve) => {
          server.on('close', () => resolve());
          server.end(bytes);
        });
    });
  };

  let listener = await listening(join, 0);
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const { port } = listener.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    cut,
    restore: async () => {
      hangs = false;
      listener = await listening(join, port);
    },
    fallSilent,
    hang: () => {
      hangs = true;
      fallSilent();
    },
    onNextCommit: (given) => {
      fault = given;
    },
    deliverLate: async () => {
      if (late === undefined) throw new Error('no commit was held back');
      await late();
    },
    close: cut,
  };
}
