import type { Selectable } from 'kysely';
import { minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import { dueTimers } from '../due-work/due-timers.ts';
import type { DueDeps } from '../due-work/due-work.ts';
import { clearTimer, setTimer } from '../due-work/timers.ts';
import type { Messages } from './messages.ts';
import { messageTimers } from './queue-message.ts';

export interface SendDeps extends DueDeps {
  readonly sealer: { unseal(sealed: string): string };
  /** The carrier of a tenant: messages of the sandbox never go to production's carrier. */
  readonly forTenant: (tenant: number) => Promise<{ readonly messages: Messages }>;
}

type Queued = Selectable<Schema['outgoing_messages']> & { readonly platform_id: string };

const firstRetryMs = 5 * secondMs;

type Key = Pick<Queued, 'tenant' | 'id'>;

const remove = statement<Key, never>('removeMessage', (db, { tenant, id }) =>
  db.deleteFrom('outgoing_messages').where('tenant', '=', tenant).where('id', '=', id),
);

const postpone = statement<Key & { readonly attempts: number }, never>(
  'postponeMessage',
  (db, { tenant, id, attempts }) =>
    db.updateTable('outgoing_messages').set({ attempts }).where('tenant', '=', tenant).where('id', '=', id),
);

const find = statement<Key, Queued>('findMessage', (db, { tenant, id }) =>
  db
    .selectFrom('outgoing_messages as m')
    .innerJoin('platforms as p', 'p.tenant', 'm.tenant')
    .selectAll('m')
    .select('p.platform_id')
    .where('m.tenant', '=', tenant)
    .where('m.id', '=', id),
);

/** Sends the due messages, with no unit open meanwhile. A message may arrive twice, but is never lost. */
export const dueMessages = dueTimers<Queued, SendDeps>({
  kind: messageTimers,
  batchSize: 32,
  leaseMs: minuteMs,
  find: (unit, tenant, id) => unit.first(find, { tenant, id }),
  work: async (deps, message) => sendOne(deps, (await deps.forTenant(message.tenant)).messages, message),
});

async function sendOne({ database, clocks, sealer }: SendDeps, messages: Messages, message: Queued): Promise<void> {
  const { tenant, id } = message;
  const clock = clocks.of(tenant);
  const isSent = message.expires_at > clock.now() && (await accepts(messages, sealer, message));
  const attempts = message.attempts + 1;
  const dueAt = plusMs(clock.now(), firstRetryMs * 2 ** message.attempts);
  const timer = { tenant, kind: messageTimers, id };
  await database.transaction(async (unit) => {
    if (isSent || dueAt >= message.expires_at) {
      unit.write(remove, { tenant, id });
      clearTimer(unit, timer);
    } else {
      unit.write(postpone, { tenant, id, attempts });
      setTimer(unit, timer, dueAt);
    }
  });
}

async function accepts(
  messages: Messages,
  sealer: SendDeps['sealer'],
  { channel, platform_id: platformId, sealed_content: sealed }: Queued,
): Promise<boolean> {
  const message = { channel, platformId, ...unsealJson(sealer, sealed) };
  try {
    await messages.send(message);
    return true;
  } catch {
    return false;
  }
}
