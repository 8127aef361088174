import type { Messages, SentMessage } from '../src/engines/messages/messages.ts';

/** A carrier that stores its messages, for tests that read codes from them. */
export interface MessageInbox extends Messages {
  readonly received: readonly SentMessage[];
  /** Makes the next attempts fail, like a carrier that is down. */
  failNext(count: number): void;
}

export function createMessageInbox(): MessageInbox {
  const received: SentMessage[] = [];
  let failures = 0;
  return {
    received,
    failNext: (count) => {
      failures = count;
    },
    send: async (message) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('the carrier is down');
      }
      received.push(message);
    },
  };
}

/** The code in the last message to an address. Throws if there is none. */
export function codeSentTo(inbox: MessageInbox, to: string): string {
  const message = inbox.received.findLast((one) => one.to === to);
  const code = message === undefined ? undefined : /\b\d{6}\b/.exec(message.text)?.[0];
  if (code === undefined) throw new Error(`nothing with a code was sent to ${to}`);
  return code;
}
