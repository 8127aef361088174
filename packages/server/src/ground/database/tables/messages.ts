import type { Message } from '../../../engines/messages/messages.ts';
import type { Instant } from '../../clock/instant.ts';
import type { SealedJson } from '../../sealing/sealed-json.ts';
import type { Fixed } from '../column-types.ts';

interface OutgoingMessagesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  channel: Fixed<Message['channel']>;
  sealed_content: Fixed<SealedJson<Omit<Message, 'channel'>>>;
  attempts: number;
  due_at: Instant;
  expires_at: Fixed<Instant>;
}

export interface MessageTables {
  outgoing_messages: OutgoingMessagesTable;
}
