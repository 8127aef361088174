import type { Clock } from '../clock/clock.ts';
import { type Instant, minuteMs, plusMs, secondMs } from '../clock/instant.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';
import type { Messages } from './messages.ts';

interface SendDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly messages: Messages;
  readonly sealer: { open(sealed: string): string };
}

interface Queued {
  readonly tenant: number;
  readonly id: string;
  readonly channel: 'EMAIL' | 'SMS';
  readonly sealed_content: string;
  readonly attempts: number;
  readonly expires_at: Instant;
}

const batchSize = 32;
const leaseMs = minuteMs;
const firstRetryMs = 5 * secondMs;

interface Claim {
  readonly now: Instant;
  readonly leasedUntil: Instant;
  readonly limit: number;
}

const claim = statement<Claim, Queued>('claimDueMessages', (db, { now, leasedUntil, limit }, engine) =>
  db
    .updateTable('outgoing_messages')
    .set({ due_at: leasedUntil })
    .where(({ eb, refTuple }) => {
      const due = db
        .selectFrom('outgoing_messages')
        .select(['tenant', 'id'])
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit);
      const free = engine === 'postgres' ? due.forUpdate().skipLocked() : due;
      return eb(refTuple('tenant', 'id'), 'in', free.$asTuple('tenant', 'id'));
    })
    .returning(['tenant', 'id', 'channel', 'sealed_content', 'attempts', 'expires_at']),
);

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

const nextDue = statement<Record<never, never>, { due_at: Instant }>('nextDueMessage', (db) =>
  db.selectFrom('outgoing_messages').select('due_at').orderBy('due_at').limit(1),
);

export async function nextDueMessageAt(unit: Unit): Promise<Instant | undefined> {
  return (await unit.first(nextDue, {}))?.due_at;
}

/** Sends the messages that are due, with no unit open meanwhile. A message may arrive twice, never not at all. */
export async function sendDueMessages(deps: SendDeps): Promise<number> {
  const now = deps.clock.now();
  const claimed = await deps.database.transaction((unit) =>
    unit.all(claim, { now, leasedUntil: plusMs(now, leaseMs), limit: batchSize }),
  );
  await Promise.all(claimed.map((message) => sendOne(deps, message)));
  return claimed.length;
}

async function sendOne({ database, clock, messages, sealer }: SendDeps, message: Queued): Promise<void> {
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
  const { to, text }: { readonly to: string; readonly text: string } = JSON.parse(sealer.open(sealedContent));
  return messages.send({ channel, to, text }).then(
    () => true,
    () => false,
  );
}
