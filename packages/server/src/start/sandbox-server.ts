import { createSendWebhook } from '../engines/outbox/send.ts';
import type { PlantedFaults } from '../sandbox/adapters/planted-faults.ts';
import { readOptions, type StartOptions } from './options.ts';
import { startServer } from './start-server.ts';

/** The options of a sandbox inside another program. The defaults are those of `payments-sandbox`. */
export interface SandboxServerOptions
  extends Partial<
    Pick<
      StartOptions,
      | 'dataFolder'
      | 'port'
      | 'timeScale'
      | 'requiresPaperwork'
      | 'strictIdentifiers'
      | 'cardLimit'
      | 'checksResponses'
      | 'refusesUnknownFields'
    >
  > {
  /** Called with every bug of the server, without personal data. */
  readonly onBug: (error: unknown) => void;
  /**
   * Called with each line that the program would print on a terminal beside its answers. Without it, they are dropped.
   */
  readonly onLine?: (line: string) => void;
}

/** A running sandbox with one local platform. */
export interface SandboxServer {
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly webhookPublicKey: string;
  /** Which parts of the simulated world fail. The program that started the server sets this. */
  readonly faults: PlantedFaults;
  /** Finishes the work in progress and closes the store. Nothing of the server remains in the process. */
  stop(): Promise<void>;
}

/**
 * Starts a sandbox inside this process: on a free port of loopback, and in memory unless a folder is given. It reads
 * neither the command line nor the environment, and prints nothing.
 */
export async function startSandboxServer(options: SandboxServerOptions): Promise<SandboxServer> {
  const { onBug, onLine = () => undefined, ...chosen } = options;
  const usual = readOptions(['--memory', '--port', '0'], {});
  if (usual === 'HELP') throw new Error('--help starts no server');
  const faults: PlantedFaults = {};
  // A test sends a few webhooks, and the thread would take longer to start than they take.
  const surroundings = { tell: onLine, faults, createSend: createSendWebhook };
  const server = await startServer({ ...usual, ...chosen }, undefined, onBug, surroundings);
  const { baseUrl, platform } = server;
  return { baseUrl, ...platform, faults, stop: () => server.stop() };
}
