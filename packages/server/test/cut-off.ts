import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** What happens to a connection when its next COMMIT comes by. */
export type CommitFault = 'LOST_BEFORE' | 'LOST_AFTER' | 'LATE';

/** A way to a PostgreSQL server that can be cut, as networks are. */
export interface CutOff {
  /** The address of the database by this way. */
  readonly url: string;
  /** Cuts every connection, and takes none until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /**
   * Nothing passes any more over the connections that are open, and nobody closes them, as when a network forgets them;
   * new ones work.
   */
  fallSilent(): void;
  /** Cuts the next connection that commits: before PostgreSQL hears of it, after it is done, or before it hears late. */
  onNextCommit(fault: CommitFault): void;
  /** Sends what was held back for a `LATE` commit; resolves when PostgreSQL has closed that connection. */
  deliverLate(): Promise<void>;
  close(): Promise<void>;
}

/** What the client asks for and, the same bytes, what PostgreSQL answers when it is done. */
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

/** What comes is taken, and goes nowhere. */
function silence(...sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.removeAllListeners('data').resume();
}

export async function openCutOff(databaseUrl: string): Promise<CutOff> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let fault: CommitFault | undefined;
  let late: (() => Promise<void>) | undefined;

  const silences = new Set<() => void>();

  const join = (client: Socket): void => {
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

  let listener: Server | undefined;
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      listener = createServer(join);
      listener.once('error', reject);
      listener.listen(port, '127.0.0.1', () => {
        const address = listener?.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => listener?.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    cut,
    restore: async () => void (await listen(port)),
    fallSilent: () => {
      for (const fall of silences) fall();
      silences.clear();
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
