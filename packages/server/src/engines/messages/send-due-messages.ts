import type { Clock } from '../../ground/clock/clock.ts';
import { type Instant, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import { dueRows } from '../due-work/due-rows.ts';
import type { DueWork } from '../due-work/due-work.ts';
import type { QueuedRow } from '../due-work/queues.ts';
import type { Messages } from './messages.ts';

interface SendDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: { unseal(sealed: string): string };
}

/** Who carries the messages of a tenant: what the sandbox sends never goes where production's goes. */
type CarrierOf<D> = (deps: D, tenant: number) => Promise<Messages>;

type Queued = QueuedRow<'outgoing_messages'>;

const firstRetryMs = 5 * secondMs;

type Key = Pick<Queued, 'tenant' | 'id'>;

const remove = statement<Key, never>('removeMessage', (db, { tenant, id }) =>
  db.deleteFrom('outgoing_messages').where('tenant', '=', tenant).where('id', '=', id),
);

const postpone = statement<Key & { readonly attempts: number; readonly dueAt: Instant }, never>(
  'postponeMessage',
  (db, { tenant, id, attempts, dueAt }) =>
    db
      .updateTable('outgoing_messages')
      .set({ attempts, due_at: dueAt })
      .where('tenant', '=', tenant)
      .where('id', '=', id),
);

/** Sends the messages that are due, with no unit open meanwhile. A message may arrive twice, never not at all. */
export function dueMessages<D extends SendDeps>(carrierOf: CarrierOf<D>): DueWork<D> {
  return dueRows('outgoing_messages', { size: 32, leaseMs: minuteMs }, async (deps: D, message) =>
    sendOne(deps, await carrierOf(deps, message.tenant), message),
  );
}

async function sendOne({ database, clock, sealer }: SendDeps, messages: Messages, message: Queued): Promise<void> {
  const { tenant, id, channel } = message;
  const isSent = message.expires_at > clock.now() && (await accepts(messages, channel, sealer, message.sealed_content));
  const attempts = message.attempts + 1;
  const dueAt = plusMs(clock.now(), firstRetryMs * 2 ** message.attempts);
  await database.transaction(async (unit) => {
    if (isSent || dueAt >= message.expires_at) unit.write(remove, { tenant, id });
    else unit.write(postpone, { tenant, id, attempts, dueAt });
  });
}

async function accepts(
  messages: Messages,
  channel: Queued['channel'],
  sealer: SendDeps['sealer'],
  sealedContent: string,
): Promise<boolean> {
  const { to, text }: { readonly to: string; readonly text: string } = JSON.parse(sealer.unseal(sealedContent));
  try {
    await messages.send({ channel, to, text });
    return true;
  } catch {
    return false;
  }
}
