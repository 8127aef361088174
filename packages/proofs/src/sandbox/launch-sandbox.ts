import { fileURLToPath } from 'node:url';
import { type ChildProgram, startNode } from './child-processes.ts';

const serverProgram = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

export interface SandboxOptions {
  readonly dataFolder: string;
  readonly port: number;
  /** Uses PostgreSQL instead of the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** For several processes on one database. */
  readonly masterKey?: string;
  /** Simulated seconds per real second. */
  readonly timeScale?: number;
  /** Additional flags of the server. */
  readonly flags?: readonly string[];
  /** Flags for the runtime itself, such as `--cpu-prof`. */
  readonly nodeFlags?: readonly string[];
  /** Disables the request log, to measure its cost. */
  readonly isRequestLogOff?: boolean | undefined;
}

/** What the server prints when it is ready. */
export interface SandboxAccess {
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly webhookPublicKey: string;
}

export interface SandboxProcess extends SandboxAccess {
  readonly program: ChildProgram;
  /** Stops it gracefully and waits for its end. */
  stop(): Promise<void>;
  /** Kills it at once. */
  kill(): Promise<void>;
}

/** Starts the program without waiting for it. */
export function startSandboxProgram({
  dataFolder,
  port,
  databaseUrl,
  masterKey,
  timeScale,
  flags: further = [],
  nodeFlags = [],
  isRequestLogOff,
}: SandboxOptions): ChildProgram {
  const flags = [
    '--data',
    dataFolder,
    '--port',
    String(port),
    '--json',
    ...(timeScale === undefined ? [] : ['--time-scale', String(timeScale)]),
    ...further,
  ];
  return startNode([...nodeFlags, serverProgram, ...flags], {
    environment: {
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...(isRequestLogOff === true && { PAYMENTS_REQUEST_LOG: 'off' }),
      ...(masterKey !== undefined && { PAYMENTS_MASTER_KEY: masterKey }),
    },
  });
}

/** Starts the real server process and resolves once it listens. */
export async function launchSandbox(options: SandboxOptions): Promise<SandboxProcess> {
  const program = startSandboxProgram(options);
  const access = JSON.parse(await program.firstLine) as SandboxAccess;
  return {
    ...access,
    program,
    stop: async () => {
      program.signal('SIGTERM');
      const how = await program.ended;
      if (how !== 0) throw new Error(`the server ended with ${how} when it was asked to stop`);
    },
    kill: async () => {
      program.signal('SIGKILL');
      await program.ended;
    },
  };
}
