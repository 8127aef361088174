import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createMovableClock, realAnchor } from '../src/ground/clock/clock.ts';
import { readOptions } from '../src/start/options.ts';
import { type Surroundings, startServer } from '../src/start/start-server.ts';
import { openTelemetry } from '../src/telemetry/open-telemetry.ts';
import { type Answer, basicAuthorization, type Caller, createCaller, expectStatus } from './caller.ts';
import { makeMxnAccount, makeSender, quoteBody } from './parties.ts';

/** A server in memory, started from flags as the program starts it, with its operator's view. */
export interface WatchedServer extends Caller {
  /** A path beside the interface. */
  beside(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** A response that is a stream. */
  open(path: string, signal: AbortSignal): Promise<Response>;
  /** What it has written so far. */
  written(): string;
  /** Stops it, and returns everything that it has written. */
  stop(): Promise<string>;
}

type Environment = Readonly<Record<string, string>>;

export async function startWatchedServer(
  flags: readonly string[] = [],
  environment: Environment = {},
  faults: Surroundings['faults'] = {},
): Promise<WatchedServer> {
  const options = readOptions(['--memory', '--port', '0', ...flags], environment);
  if (options === 'HELP') throw new Error('--help starts no server');
  const output = new PassThrough();
  let written = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  const { log: form, isQuiet, mayColour: hasColours, ...rest } = options;
  const telemetry = await openTelemetry(
    { ...rest, log: { form, isQuiet, hasColours } },
    output,
    createMovableClock(realAnchor),
  );
  const bugs: unknown[] = [];
  const surroundings = { tell: telemetry.log.note, faults, telemetry };
  const server = await startServer(options, undefined, (error) => bugs.push(error), surroundings);
  const { baseUrl } = server;
  const { request } = createCaller({ ...server.platform, baseUrl });
  const besides = createCaller({ baseUrl: new URL(baseUrl).origin });
  return {
    request,
    beside: (path, headers) => besides.request('GET', path, undefined, headers),
    open: (path, signal) => {
      const authorization = basicAuthorization(server.platform.tokenId, server.platform.tokenSecret);
      return fetch(`${baseUrl}${path}`, { headers: { authorization }, signal });
    },
    written: () => written,
    stop: async () => {
      await server.stop();
      await telemetry.close();
      await telemetry.log.close();
      if (bugs.length > 0) throw bugs[0];
      return written;
    },
  };
}

/** A payment from dollars to a bank, from start to end. */
export async function makePayment(
  server: Caller,
): Promise<{ readonly quoteId: string; readonly transactionId: string }> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeMxnAccount(server, customerId);
  const quote = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
  const { id: quoteId, transactionId } = expectStatus(quote, 201);
  expectStatus(await server.request('POST', `/quotes/${quoteId}/execute`, {}), 200);
  for (;;) {
    const { status } = (await server.request('GET', `/transactions/${transactionId}`)).body;
    if (status === 'COMPLETED') return { quoteId, transactionId };
    if (status !== 'PROCESSING') throw new Error(`the payment is ${status}`);
    await delay(20);
  }
}
