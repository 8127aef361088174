import type { Instant } from '../../clock/instant.ts';
import type { Fixed } from '../column-types.ts';

interface OutgoingMessagesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  channel: Fixed<'EMAIL' | 'SMS'>;
  sealed_content: Fixed<string>;
  attempts: number;
  due_at: Instant;
  expires_at: Fixed<Instant>;
}

export interface MessageTables {
  outgoing_messages: OutgoingMessagesTable;
}
