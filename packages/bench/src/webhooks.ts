import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tell } from '../../command-line/src/run-command.ts';
import { startNode } from '../../proofs/src/sandbox/child-processes.ts';
import { unpackText } from '../../server/src/ground/packing/unpack-text.ts';
import { expectStatus } from '../../server/test/caller.ts';
import { type SandboxContender, slowQuote, startServer } from './contenders.ts';
import { startCountingReceiver } from './counting-receiver.ts';
import { drivePayments } from './drive-payments.ts';
import { type Figures, median, ratio } from './figures.ts';
import { cpuSeconds } from './process-figures.ts';

export interface WebhookOptions {
  readonly folder: string;
  readonly clients: number;
  readonly rounds: number;
  /** The size of the backlog in each round. */
  readonly events: number;
}

/** The connections of the server to one receiver, and its deliveries in flight. */
const connections = 64;
const concurrency = 128;
const senderProgram = fileURLToPath(new URL('./bare-sender.ts', import.meta.url));

/** Webhooks per second for a backlog of the server, compared with signing and posting the same bodies, in turns. */
export async function measureWebhooks({ folder, clients, rounds, events }: WebhookOptions): Promise<Figures> {
  const server = await startServer(join(folder, 'webhooks'), clients, slowQuote);
  // An executed payment has emitted at least two events.
  await drivePayments({ ...server, payments: Math.ceil(events / 2) });
  await delay(1000); // the deliveries of a platform without an endpoint are closed
  const receiver = await startCountingReceiver();
  const hello = receiver.expect(1);
  expectStatus(await server.caller.request('PATCH', '/config', { webhookEndpoint: receiver.endpoint }), 200);
  await hello; // a new endpoint is sent a test event

  const backlog = openBacklog(server, events);
  const bodiesFile = join(folder, 'bodies.json');
  writeFileSync(bodiesFile, JSON.stringify(backlog.bodies));
  const mine: number[] = [];
  const bare: number[] = [];
  const cpu: number[] = [];
  const bareCpu: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = cpuSeconds(server.pid);
    const delivered = receiver.expect(events);
    backlog.makeDue();
    const perSecond = await delivered;
    await backlog.untilRecorded();
    const cpuMs = ((cpuSeconds(server.pid) - before) * 1000) / events;
    const posted = receiver.expect(events, events);
    const sender = startNode([
      senderProgram,
      '--endpoint',
      receiver.endpoint,
      '--bodies',
      bodiesFile,
      '--connections',
      String(connections),
      '--concurrency',
      String(concurrency),
    ]);
    const barePerSecond = await posted;
    const { cpuSeconds: bareSeconds } = JSON.parse(await sender.firstLine) as { cpuSeconds: number };
    await sender.ended;
    tell(
      `  round ${round}/${rounds} server ${perSecond.toFixed(0)} webhooks/s (${cpuMs.toFixed(2)} ms CPU each), bare ${barePerSecond.toFixed(0)}`,
    );
    if (round === 0) continue;
    mine.push(perSecond);
    bare.push(barePerSecond);
    cpu.push(cpuMs);
    bareCpu.push((bareSeconds * 1000) / events);
  }
  backlog.close();
  await receiver.close();
  await server.stop();
  return {
    webhooksPerSecond: median(mine),
    webhooksPerSecondBare: median(bare),
    ratioWebhooksToBare: ratio(mine, bare),
    cpuMsPerWebhook: median(cpu),
    cpuMsPerWebhookBare: median(bareCpu),
    cpuRatioWebhooksToBare: ratio(bareCpu, cpu),
  };
}

interface Backlog {
  readonly bodies: readonly string[];
  /** Resets the events: due, and never attempted. */
  makeDue(): void;
  untilRecorded(): Promise<void>;
  close(): void;
}

/** Accesses the store beside the server, like another program. */
function openBacklog({ dataFolder }: SandboxContender, events: number): Backlog {
  const handle = new DatabaseSync(join(dataFolder, 'payments.sqlite'), { timeout: 30_000 });
  const chosen = `SELECT id FROM events WHERE type LIKE 'OUTGOING_PAYMENT.%' ORDER BY id LIMIT ${events}`;
  const bodies = handle
    .prepare(`SELECT payload FROM events WHERE id IN (${chosen})`)
    .all()
    .map(({ payload }) => unpackText(String(payload)));
  if (bodies.length !== events) throw new Error(`there are ${bodies.length} events where ${events} are wanted`);
  return {
    bodies,
    makeDue: () =>
      handle.exec(`
        BEGIN IMMEDIATE;
        DELETE FROM delivery_attempts WHERE event_id IN (${chosen});
        UPDATE deliveries SET status = 'PENDING', attempts = 0, due_at = created_at, leased_until = NULL WHERE event_id IN (${chosen});
        COMMIT`),
    untilRecorded: async () => {
      const open = handle.prepare('SELECT count(*) AS count FROM deliveries WHERE due_at IS NOT NULL');
      while (Number(open.get()?.['count']) > 0) await delay(20);
    },
    close: () => handle.close(),
  };
}
