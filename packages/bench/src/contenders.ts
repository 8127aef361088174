import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNode } from '../../proofs/src/sandbox/child-processes.ts';
import { launchSandbox, type SandboxOptions, type SandboxProcess } from '../../proofs/src/sandbox/launch-sandbox.ts';
import { type Payer, payerQuote, preparePayers } from '../../proofs/src/sandbox/payers.ts';
import { type Caller, createPooledCaller } from '../../server/test/caller.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type Pay, payByQuote } from './drive-payments.ts';
import { launchPrism } from './prism.ts';
import { recordPayment, type StoreLocation } from './record-payment.ts';
import { writeRecording } from './recording.ts';

/** A server that accepts payments over HTTP. */
export interface Contender {
  readonly pid: number;
  readonly caller: Caller;
  readonly pay: Pay;
  readonly bodies: readonly string[];
  stop(): Promise<void>;
}

export interface SandboxContender extends Contender {
  readonly sandbox: SandboxProcess;
  readonly dataFolder: string;
}

/** A payment that takes a day to settle: the bench measures creating and executing, and the events of both. */
export function slowQuote(payer: Payer): string {
  return payerQuote(payer, 10_000, { paymentRail: 'SEPA' });
}

/** The real server in its own process, with one payer per client. */
export async function startServer(
  dataFolder: string,
  clients: number,
  bodyOf: (payer: Payer) => string,
  options: Pick<SandboxOptions, 'databaseUrl' | 'isRequestLogOff' | 'flags'> = {},
): Promise<SandboxContender> {
  const sandbox = await launchSandbox({ dataFolder, port: await freePort(), ...options });
  const caller = createPooledCaller(sandbox, clients);
  const payers = await preparePayers(caller, clients);
  return {
    pid: sandbox.program.pid,
    caller,
    pay: payByQuote(caller),
    bodies: payers.map(bodyOf),
    sandbox,
    dataFolder,
    stop: async () => {
      await caller.close();
      await sandbox.stop();
    },
  };
}

const bareProgram = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const basePath = '/2025-10-13';

/** The bare ceiling: records the statements of the server for one payment, and replays them. */
export async function startBare(
  folder: string,
  clients: number,
  store: StoreLocation,
  waits = false,
): Promise<Contender> {
  mkdirSync(folder, { recursive: true });
  const recording = await recordPayment(store, clients, slowQuote);
  const recordingFile = join(folder, 'recording.json');
  writeFileSync(recordingFile, writeRecording(recording));
  const where =
    'file' in store ? ['--file', store.file] : ['--database-url', store.databaseUrl, ...(waits ? ['--waits'] : [])];
  const program = startNode([bareProgram, '--recording', recordingFile, '--base-path', basePath, ...where]);
  const { baseUrl } = JSON.parse(await program.firstLine) as { baseUrl: string };
  const caller = createPooledCaller({ baseUrl, tokenId: 'anyone', tokenSecret: 'anything' }, clients);
  return {
    pid: program.pid,
    caller,
    pay: payByQuote(caller),
    bodies: recording.payers.map(slowQuote),
    stop: async () => {
      await caller.close();
      program.signal('SIGTERM');
      await program.ended;
    },
  };
}

/** Prism returns the examples of the specification for the same two requests. */
export async function startPrism(bodies: readonly string[]): Promise<Contender> {
  const prism = await launchPrism();
  const caller = createPooledCaller(
    { baseUrl: prism.baseUrl, tokenId: 'anyone', tokenSecret: 'anything' },
    bodies.length,
  );
  return {
    pid: prism.program.pid,
    caller,
    pay: payByQuote(caller),
    bodies,
    stop: async () => {
      await caller.close();
      await prism.stop();
    },
  };
}
