import type { Messages } from '../../engines/messages/messages.ts';

/** Without a carrier a text goes nowhere, and nothing of it is kept. */
export function createSandboxMessages(): Messages {
  return { send: async () => undefined };
}
