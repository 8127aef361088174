import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tell } from '../../command-line/src/run-command.ts';
import { payerQuote } from '../../proofs/src/sandbox/payers.ts';
import { type SandboxContender, startServer } from './contenders.ts';
import { drivePayments } from './drive-payments.ts';
import type { Figures } from './figures.ts';
import { memoryMiB } from './process-figures.ts';

const restMs = 5_000;
const hundredThousand = 100_000;

/**
 * Memory of the server after many settled payments, and its throughput from quote to settlement; idle memory is measured
 * after a fifth of the payments and after all, so that memory kept per request would show.
 */
export async function measureMemory(folder: string, clients: number, payments: number): Promise<Figures> {
  const dataFolder = join(folder, 'memory');
  const server = await startServer(dataFolder, clients, (payer) => payerQuote(payer, 10_000));
  const file = join(dataFolder, 'payments.sqlite');
  const fifth = Math.max(1, Math.floor(payments / 5));
  const first = await measureSome(server, file, { payments: fifth, before: 0 });
  const rest = await measureSome(server, file, { payments: payments - fifth, before: fifth });
  const { highest } = memoryMiB(server.pid);
  await server.stop();
  return {
    payments,
    afterFifthMiB: first.restingMiB,
    afterPaymentsMiB: rest.restingMiB,
    memoryAfterAllToFifth: rest.restingMiB / first.restingMiB,
    highestMiB: highest,
    after100kMiB: payments >= hundredThousand ? rest.restingMiB : null,
    settledPaymentsPerSecond: payments / (first.seconds + rest.seconds),
  };
}

interface Some {
  readonly payments: number;
  /** Payments that were made earlier. */
  readonly before: number;
}

async function measureSome(
  server: SandboxContender,
  file: string,
  { payments, before }: Some,
): Promise<{ readonly seconds: number; readonly restingMiB: number }> {
  const start = performance.now();
  const step = Math.max(1, Math.floor(payments / 5));
  const onPaid = (paid: number): void => {
    if (paid % step === 0) tell(`  ${before + paid} payments, ${memoryMiB(server.pid).now.toFixed(0)} MiB`);
  };
  await drivePayments({ ...server, payments, onPaid });
  await untilSettled(file);
  const seconds = (performance.now() - start) / 1000;
  await new Promise((resolve) => setTimeout(resolve, restMs));
  return { seconds, restingMiB: memoryMiB(server.pid).now };
}

/** Waits until nothing is due: every payment has arrived and every event is closed. */
async function untilSettled(file: string): Promise<void> {
  const handle = new DatabaseSync(file, { timeout: 30_000, readOnly: true });
  const due = handle.prepare(
    "SELECT (SELECT count(*) FROM timers WHERE kind = 'transactions') + (SELECT count(*) FROM deliveries WHERE due_at IS NOT NULL) AS count",
  );
  while (Number(due.get()?.['count']) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  handle.close();
}
