import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tell } from '../../command-line/src/run-command.ts';
import { payerQuote } from '../../proofs/src/sandbox/payers.ts';
import { startServer } from './contenders.ts';
import { drivePayments } from './drive-payments.ts';
import type { Figures } from './figures.ts';
import { memoryMiB } from './process-figures.ts';

const restMs = 5_000;
const hundredThousand = 100_000;

/** Memory of the server after many payments that also settled, and how fast it took them from quote to settlement. */
export async function measureMemory(folder: string, clients: number, payments: number): Promise<Figures> {
  const dataFolder = join(folder, 'memory');
  const server = await startServer(dataFolder, clients, (payer) => payerQuote(payer, 10_000));
  const start = performance.now();
  const step = Math.max(1, Math.floor(payments / 10));
  const onPaid = (paid: number): void => {
    if (paid % step === 0) tell(`  ${paid} of ${payments} payments, ${memoryMiB(server.pid).now.toFixed(0)} MiB`);
  };
  await drivePayments({ ...server, payments, onPaid });
  await untilSettled(join(dataFolder, 'payments.sqlite'));
  const seconds = (performance.now() - start) / 1000;
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const { now, highest } = memoryMiB(server.pid);
  await server.stop();
  return {
    payments,
    afterPaymentsMiB: now,
    highestMiB: highest,
    after100kMiB: payments >= hundredThousand ? now : null,
    settledPaymentsPerSecond: payments / seconds,
  };
}

/** Nothing is due any more: every payment has arrived and every event is closed. */
async function untilSettled(file: string): Promise<void> {
  const handle = new DatabaseSync(file, { timeout: 30_000, readOnly: true });
  const due = handle.prepare(
    "SELECT (SELECT count(*) FROM timers WHERE kind = 'transactions') + (SELECT count(*) FROM deliveries WHERE due_at IS NOT NULL) AS count",
  );
  while (Number(due.get()?.['count']) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  handle.close();
}
