import { createSendWebhook } from '../engines/outbox/send.ts';
import type { PlantedFaults } from '../sandbox/adapters/planted-faults.ts';
import { readOptions, type StartOptions } from './options.ts';
import { startServer } from './start-server.ts';

/** What a sandbox inside another program may be told; everything left out is as `payments-sandbox` has it. */
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
  /** Told of every bug of the server, with nothing personal in it. */
  readonly onBug: (error: unknown) => void;
  /** Told in a line what the program on a terminal prints beside its answers; nobody when left out. */
  readonly onLine?: (line: string) => void;
}

/** A sandbox that listens, for one local platform. */
export interface SandboxServer {
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly webhookPublicKey: string;
  /** What of the simulated world fails; the program that started the server writes it. */
  readonly faults: PlantedFaults;
  /** Finishes what is in flight and closes the store. Nothing of the server is left in the process. */
  stop(): Promise<void>;
}

/**
 * Starts a sandbox inside this process: on a free port of loopback, and in memory unless a folder is named. Neither
 * the command line nor the environment is read, and nothing is printed.
 */
export async function startSandboxServer(options: SandboxServerOptions): Promise<SandboxServer> {
  const { onBug, onLine = () => undefined, ...chosen } = options;
  const usual = readOptions(['--memory', '--port', '0'], {});
  if (usual === 'HELP') throw new Error('--help starts no server');
  const faults: PlantedFaults = {};
  // A test sends a few webhooks, and would wait longer for the thread than for them.
  const surroundings = { tell: onLine, faults, createSend: createSendWebhook };
  const server = await startServer({ ...usual, ...chosen }, undefined, onBug, surroundings);
  const { baseUrl, platform } = server;
  return { baseUrl, ...platform, faults, stop: () => server.stop() };
}
