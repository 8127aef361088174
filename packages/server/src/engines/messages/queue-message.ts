import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Ids } from '../../ground/ids/ids.ts';
import { sealJson } from '../../ground/sealing/sealed-json.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import { setTimer } from '../due-work/timers.ts';
import type { Message } from './messages.ts';

/** The kind of the timers that send messages. */
export const messageTimers = 'outgoing_messages';

interface QueueContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly now: Instant;
  readonly deps: { readonly ids: Ids; readonly sealer: Pick<Sealer, 'seal'> };
}

/**
 * Queues a message, which is sent once the unit has committed. Sending is retried until `expiresAt`, because a code
 * that arrives later only confuses.
 */
export function queueMessage(
  { unit, tenant, now, deps }: QueueContext,
  { channel, ...content }: Message,
  expiresAt: Instant,
): void {
  const id = deps.ids.next('Message');
  unit.insert('outgoing_messages', [
    {
      tenant,
      id,
      channel,
      sealed_content: sealJson(deps.sealer, content),
      attempts: 0,
      expires_at: expiresAt,
    },
  ]);
  setTimer(unit, { tenant, kind: messageTimers, id }, now);
}
