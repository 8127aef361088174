import type { Messages, SentMessage } from '../src/engines/messages/messages.ts';

/** A carrier that keeps what it was given, for tests that read codes from it. */
export interface MessageInbox extends Messages {
  readonly received: readonly SentMessage[];
  /** Lets the next attempts fail, as a carrier that is down does. */
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

/** The code in the last message to an address; throws when there is none. */
export function codeSentTo(inbox: MessageInbox, to: string): string {
  const message = inbox.received.findLast((one) => one.to === to);
  const code = message === undefined ? undefined : /\b\d{6}\b/.exec(message.text)?.[0];
  if (code === undefined) throw new Error(`nothing with a code was sent to ${to}`);
  return code;
}
