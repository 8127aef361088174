import { isIP, type LookupFunction } from 'node:net';
import { isAllowedAddress } from './endpoint-rules.ts';
import { type Answer, ReadAnswer } from './read-answer.ts';
import { createResolveName, lookedUp, type ResolveName } from './resolve-name.ts';

/** Which addresses requests to untrusted servers may reach. */
export interface Reach {
  readonly allowsLoopback: boolean;
  /** Called before any request to loopback, since production may start while the server runs. */
  readonly servesProduction?: () => Promise<boolean>;
  /** The resolver. Tests replace it to return forbidden addresses. */
  readonly resolve?: ResolveName;
}

export interface GuardedAgentOptions extends Reach {
  readonly timeoutMs: number;
  /** The most bytes of a response that are read; beyond that the connection is dropped. */
  readonly longestAnswerBytes: number;
}

interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Called with the status as soon as it arrives. */
  readonly onStatus?: (statusCode: number) => void;
  /** Called with a function that aborts the exchange at once and for good. */
  readonly onBegin?: (breakOff: () => void) => void;
}

/** Connections to addresses from untrusted parties. */
export interface GuardedAgent {
  /** Rejects unless the response is complete. */
  exchange(url: URL, request: GuardedRequest): Promise<Answer>;
  /**
   * Why nothing may be sent there. Needed because a literal address is never resolved, and a kept connection not again.
   */
  refuse(url: URL): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Checks every address that a name resolves to in the socket's own lookup, so a name that changes its address between
 * check and connection gains nothing. Redirects are returned like any response, and not followed.
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
  // Loading the library takes a tenth of the start, so it is loaded with the first request.
  const open = async () => {
    const { Agent } = await import('undici');
    return new Agent({
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      // Many receivers close an idle connection after two to five seconds and do not announce it. What is sent in that
      // moment is lost, and some events are sent once.
      keepAliveTimeout: 1_000,
      maxResponseSize: longestAnswerBytes,
      connect: { timeout: timeoutMs, lookup: checkedLookup },
    });
  };
  let opening: ReturnType<typeof open> | undefined;
  let agent: Awaited<ReturnType<typeof open>> | undefined;
  // A failure is not kept: without a free file descriptor the library cannot be read, and later it can.
  const forget = (error: unknown): never => {
    opening = undefined;
    throw error;
  };
  let isClosed = false;
  return {
    exchange: async ({ origin, pathname, search }, { onStatus, onBegin, ...sent }) => {
      if (isClosed) throw new Error('the connections are closed');
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const reading = new ReadAnswer({ resolve, reject, onStatus });
      onBegin?.(() => reading.breakOff());
      opening ??= open().catch(forget);
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
      await (await opening?.catch(() => undefined))?.destroy();
    },
  };
}
