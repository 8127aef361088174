import { isIP, type LookupFunction } from 'node:net';
import { isAllowedAddress } from './endpoint-rules.ts';
import { type Answer, ReadAnswer } from './read-answer.ts';
import { createResolveName, lookedUp, type ResolveName } from './resolve-name.ts';

/** Where what is sent to strangers may go. */
export interface Reach {
  readonly allowsLoopback: boolean;
  /** Asked before anything goes to loopback, since production may begin while the server runs. */
  readonly servesProduction?: () => Promise<boolean>;
  /** The resolver, which tests replace to answer with forbidden addresses. */
  readonly resolve?: ResolveName;
}

export interface GuardedAgentOptions extends Reach {
  readonly timeoutMs: number;
  /** As much of an answer as is read; the rest is dropped with the connection. */
  readonly longestAnswerBytes: number;
}

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Told of the status as soon as it is there. */
  readonly onStatus?: (statusCode: number) => void;
  /** Given what breaks the exchange off: at once and for good. */
  readonly onBegin?: (breakOff: () => void) => void;
}

/** Connections to addresses that strangers have named. */
export interface GuardedAgent {
  /** Rejects unless the answer comes to its end. */
  exchange(url: URL, request: GuardedRequest): Promise<Answer>;
  /** Why nothing is sent there: a literal address is never looked up, and a kept connection not again. */
  refuse(url: URL): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Every address a name resolves to is checked in the socket's own look-up, so a name that changes its answer between
 * check and connect gains nothing; redirects are answers like any other and are not followed.
 */
export function createGuardedAgent(options: GuardedAgentOptions): GuardedAgent {
  const { allowsLoopback, servesProduction = async () => false, resolve = createResolveName() } = options;
  const { timeoutMs, longestAnswerBytes } = options;
  const mayReach = async (address: string): Promise<boolean> =>
    isAllowedAddress(address, false) || (isAllowedAddress(address, allowsLoopback) && !(await servesProduction()));

  const addressesOf = async (hostname: string): Promise<readonly string[]> => {
    const addresses = await resolve(hostname);
    const allowed = await Promise.all(addresses.map(mayReach));
    if (allowed.includes(false)) throw new Error('the endpoint resolves to an address that is not public');
    return addresses;
  };
  const checkedLookup: LookupFunction = (hostname, { all }, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const found = lookedUp(addresses);
        if (all === true || found[0] === undefined) return callback(null, found);
        return callback(null, found[0].address, found[0].family);
      },
      (error: Error) => callback(error, []),
    );
  };
  // Loading the library is a tenth of a start, and the first moment at which nobody waits is the first request.
  const open = async () => {
    const { Agent } = await import('undici');
    return new Agent({
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: 10_000,
      maxResponseSize: longestAnswerBytes,
      connect: { timeout: timeoutMs, lookup: checkedLookup },
    });
  };
  let opening: ReturnType<typeof open> | undefined;
  let agent: Awaited<ReturnType<typeof open>> | undefined;
  let isClosed = false;
  return {
    exchange: async ({ origin, pathname, search }, { onStatus, onBegin, ...sent }) => {
      if (isClosed) throw new Error('the connections are closed');
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const reading = new ReadAnswer({ resolve, reject, onStatus });
      onBegin?.(() => reading.breakOff());
      opening ??= open();
      agent ??= await opening;
      agent.dispatch({ origin, path: `${pathname}${search}`, ...sent }, reading);
      return promise;
    },
    refuse: async ({ hostname }) => {
      const literal = hostname.replace(/^\[|\]$/g, '');
      const known = literal === 'localhost' ? '127.0.0.1' : literal;
      return isIP(known) !== 0 && !(await mayReach(known))
        ? 'the endpoint is an address that is not public'
        : undefined;
    },
    close: async () => {
      isClosed = true;
      resolve.cancel?.();
      await (await opening)?.destroy();
    },
  };
}
