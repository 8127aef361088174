import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Ids } from '../../ground/ids/ids.ts';
import { sealJson } from '../../ground/sealing/sealed-json.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { Message } from './messages.ts';

interface QueueContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly now: Instant;
  readonly deps: { readonly ids: Ids; readonly sealer: Pick<Sealer, 'seal'> };
}

/**
 * Queues a message, which is sent once the unit has committed. It is tried until
 * `expiresAt`, since a code that arrives after its time only confuses.
 */
export function queueMessage(
  { unit, tenant, now, deps }: QueueContext,
  { channel, to, text }: Message,
  expiresAt: Instant,
): void {
  unit.insert('outgoing_messages', [
    {
      tenant,
      id: deps.ids.next('Message'),
      channel,
      sealed_content: sealJson(deps.sealer, { to, text }),
      attempts: 0,
      due_at: now,
      expires_at: expiresAt,
    },
  ]);
}
