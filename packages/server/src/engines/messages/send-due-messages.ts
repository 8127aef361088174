import type { Clock } from '../../ground/clock/clock.ts';
import { type Instant, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import { dueRows } from '../due-work/due-rows.ts';
import type { QueuedRow } from '../due-work/queues.ts';
import type { Messages } from './messages.ts';

export interface SendDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: { unseal(sealed: string): string };
  /** Who carries the messages of a tenant: what the sandbox sends never goes where production's goes. */
  readonly forTenant: (tenant: number) => Promise<{ readonly messages: Messages }>;
}

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
export const dueMessages = dueRows(
  'outgoing_messages',
  { size: 32, leaseMs: minuteMs },
  async (deps: SendDeps, message) => sendOne(deps, (await deps.forTenant(message.tenant)).messages, message),
);

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
  sealedContent: Queued['sealed_content'],
): Promise<boolean> {
  const { to, text } = unsealJson(sealer, sealedContent);
  try {
    await messages.send({ channel, to, text });
    return true;
  } catch {
    return false;
  }
}
