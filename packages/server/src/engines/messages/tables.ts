import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { SealedJson } from '../../ground/sealing/sealed-json.ts';
import type { Message } from './messages.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    outgoing_messages: OutgoingMessagesTable;
  }
}

interface OutgoingMessagesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  channel: Fixed<Message['channel']>;
  sealed_content: Fixed<SealedJson<Omit<Message, 'channel'>>>;
  attempts: number;
  expires_at: Fixed<Instant>;
}
