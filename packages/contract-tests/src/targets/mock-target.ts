import { type Mock, startMock } from '../../../spec-tools/src/mock/start-mock.ts';
import { createObservations, observing } from '../coverage/observations.ts';
import { connectClient, type Send, sendRaw } from './connect.ts';
import type { Credentials, Expected, Platform, StatelessTarget } from './target.ts';

export interface MockTarget extends StatelessTarget {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Any pair is accepted. */
const anyone: Credentials = { tokenId: 'mock', tokenSecret: 'mock' };

/** Prism on a free loopback port, serving the examples of the bundled specification. */
export function mockTarget(): MockTarget {
  let mock: Mock | undefined;
  const running = (): Mock => {
    if (mock === undefined) throw new Error('the mock is started before its scenarios');
    return mock;
  };
  return {
    name: 'the mock',
    isStateful: false,
    start: async () => {
      mock = await startMock(0);
    },
    stop: async () => mock?.close(),
    newPlatform: async () => platformOf(running().baseUrl),
  };
}

function platformOf(baseUrl: string): Platform {
  const send = observing(createObservations(), baseUrl);
  return {
    client: connectClient(baseUrl, anyone, send),
    connect: ({ expected }) =>
      connectClient(baseUrl, anyone, expected === undefined ? send : preferring(send, expected)),
    send: (request) => sendRaw(baseUrl, anyone, send, request),
    close: async () => undefined,
  };
}

/** RFC 7240: the header that selects one of Prism's responses. */
function preferring(send: Send, { status, example }: Expected): Send {
  const preference = example === undefined ? `code=${status}` : `code=${status}, example=${example}`;
  return (request) => {
    const wishing = new Request(request);
    wishing.headers.set('Prefer', preference);
    return send(wishing);
  };
}
