import type { Messages } from '../../engines/messages/messages.ts';

/** There is no carrier: a message is sent nowhere and not stored. */
export function createSandboxMessages(): Messages {
  return { send: async () => undefined };
}
